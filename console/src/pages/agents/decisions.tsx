import type { DecisionView } from "../../../../src/contracts/api/agents.ts";
import { Async, BoneLines, Empty } from "../../design/async.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { moment } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useLoad } from "../../live/use-load.ts";
import { useWords } from "../../words/words.ts";

const looks = {
  fired: { tone: "ok", icon: "play" },
  skipped: { tone: "warn", icon: "skip" },
  missed: { tone: "bad", icon: "clock" },
  deduplicated: { tone: "idle", icon: "check" },
  queued: { tone: "run", icon: "clock" },
} as const satisfies Record<DecisionView["outcome"], { tone: Tone; icon: IconName }>;

/** Every evaluation of a trigger and what it came to: why it ran, and why it did not. */
export function Decisions({ id }: { id: string }) {
  const { say } = useWords();
  const page = useLoad((signal) => api.listDecisions({ params: { id }, query: { limit: 100 }, signal }), [id], {
    on: ["agent"],
  });
  return (
    <Async of={page} bones={<BoneLines count={6} height={40} />}>
      {({ decisions }) =>
        decisions.length === 0 ? (
          <Empty icon="clock" title={say("agents.decisions.empty")} />
        ) : (
          <ol className="decisions">
            {decisions.map((decision) => (
              <Decision key={decision.decision_id} decision={decision} />
            ))}
          </ol>
        )
      }
    </Async>
  );
}

function Decision({ decision }: { decision: DecisionView }) {
  const { say, language } = useWords();
  const { outcome, at, says, trigger, forced } = decision;
  return (
    <li className={`decision ${looks[outcome].tone}`}>
      <div className="row">
        <Badge {...looks[outcome]}>{say(`agents.outcome.${outcome}`)}</Badge>
        <time className="small faint tabular" dateTime={at}>
          {moment(at, language)}
        </time>
        {forced && <Badge tone="warn">{say("agents.forced")}</Badge>}
        <code className="small faint">{trigger}</code>
      </div>
      <p>{says}</p>
    </li>
  );
}
