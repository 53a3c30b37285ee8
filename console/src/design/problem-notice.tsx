import { ProblemError } from "../../../src/client/index.ts";
import { messageOf } from "../live/api.ts";
import { useI18n } from "../i18n/i18n.ts";
import { Icon } from "./icon.tsx";

/** Shows an error with every invalid value; nothing without an error. */
export function ProblemNotice({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (error === undefined) return null;
  const problem = error instanceof ProblemError ? error.problem : undefined;
  return (
    <div className="notice bad" role="alert">
      <Icon name="warning" />
      <div className="stack tight grow">
        <p>
          <b>{messageOf(error)}</b> {problem?.retryable === true && t("common.retry.safe")}
        </p>
        {problem?.next_step !== undefined && <p className="quiet">{problem.next_step}</p>}
        {problem?.errors !== undefined && (
          <ul className="stack tight small">
            {problem.errors.slice(0, 20).map(({ pointer, detail, hint }, at) => (
              <li key={at}>
                <code>{pointer === "" ? "/" : pointer}</code> {detail} {hint !== undefined && <i>{hint}</i>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
