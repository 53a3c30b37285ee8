import type { EffectView } from "../../../../src/contracts/api/run.ts";
import { EmptyState } from "../../design/load-state.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";

const styles: Readonly<Record<string, { tone: Tone; icon: IconName }>> = {
  reserved: { tone: "idle", icon: "clock" },
  sent: { tone: "run", icon: "send" },
  confirmed: { tone: "ok", icon: "check" },
  unknown: { tone: "warn", icon: "warning" },
};

/** The effects ledger of a run. */
export function Effects({ effects }: { effects: readonly EffectView[] }) {
  const { t } = useI18n();
  if (effects.length === 0) return <EmptyState icon="read" title={t("run.effects.empty")} />;
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t("run.tab.effects")}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("run.effects.state")}</th>
            <th scope="col">{t("run.effects.verb")}</th>
            <th scope="col">{t("run.effects.step")}</th>
            <th scope="col">{t("run.effects.key")}</th>
            <th scope="col">{t("run.effects.hash")}</th>
          </tr>
        </thead>
        <tbody>
          {effects.map(({ key, verb_id: verb, step_id: step, state, args_hash: hash }) => (
            <tr key={key}>
              <td>
                <Badge {...(styles[state] ?? {})}>{state}</Badge>
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
