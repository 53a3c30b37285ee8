import type { Trace } from "../../../../src/contracts/react/trace.ts";
import { Badge } from "../../design/badge.tsx";
import { JsonView } from "../../plan/json-view.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** A trace turn by turn: thought, action and observation. */
export function Turns({ trace }: { trace: Trace }) {
  const { t } = useI18n();
  return (
    <ol className="turns">
      {trace.map(({ step_index: at, thought, action, observation }) => (
        <li key={at} className="stack tight">
          <h4>{t("agents.turn", { n: at + 1 })}</h4>
          {thought !== null && <p className="thought">{thought}</p>}
          {action !== null && (
            <div className="stack tight">
              <span className="small">
                <span className="faint">{t("agents.action")}</span> <code>{action.tool_id}</code>
              </span>
              <JsonView value={action.input} label={t("agents.action")} />
            </div>
          )}
          {observation !== null && (
            <div className="stack tight">
              <span className="row small">
                <span className="faint">{t("agents.observation")}</span>
                <Badge tone={observation.ok ? "ok" : "bad"} icon={observation.ok ? "check" : "cross"}>
                  {observation.ok ? "ok" : observation.error.code}
                </Badge>
              </span>
              <JsonView
                value={observation.ok ? observation.output : observation.error}
                label={t("agents.observation")}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
