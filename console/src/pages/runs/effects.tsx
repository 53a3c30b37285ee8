import type { EffectView } from "../../../../src/contracts/api/run.ts";
import { Empty } from "../../design/async.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { useWords } from "../../words/words.ts";

const looks: Readonly<Record<string, { tone: Tone; icon: IconName }>> = {
  reserved: { tone: "idle", icon: "clock" },
  sent: { tone: "run", icon: "send" },
  confirmed: { tone: "ok", icon: "check" },
  unknown: { tone: "warn", icon: "warning" },
};

/** The ledger: every write outside, under its key. */
export function Effects({ effects }: { effects: readonly EffectView[] }) {
  const { say } = useWords();
  if (effects.length === 0) return <Empty icon="read" title={say("run.effects.empty")} />;
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={say("run.tab.effects")}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{say("run.effects.state")}</th>
            <th scope="col">{say("run.effects.verb")}</th>
            <th scope="col">{say("run.effects.step")}</th>
            <th scope="col">{say("run.effects.key")}</th>
            <th scope="col">{say("run.effects.hash")}</th>
          </tr>
        </thead>
        <tbody>
          {effects.map(({ key, verb_id: verb, step_id: step, state, args_hash: hash }) => (
            <tr key={key}>
              <td>
                <Badge {...(looks[state] ?? {})}>{state}</Badge>
              </td>
              <td className="mono">{verb}</td>
              <td className="mono">{step}</td>
              <td className="mono">{key}</td>
              <td className="mono faint">{hash.slice(0, 16)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
