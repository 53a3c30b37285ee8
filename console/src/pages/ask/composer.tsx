import { Button } from "../../design/button.tsx";
import { submitOnEnter } from "../../design/submit-on-enter.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { type AskRequest, contracts, defaultRequest } from "./ask-request.ts";

type Props = {
  request: AskRequest;
  busy: boolean;
  onChange: (request: AskRequest) => void;
  onPlan: (request: AskRequest) => void;
};

export function Composer({ request, busy, onChange, onPlan }: Props) {
  const { t } = useI18n();
  const send = (): void => {
    if (request.goal.trim() !== "" && !busy) onPlan(request);
  };
  const { onSubmit, onKeyDown } = submitOnEnter(send);
  return (
    <form className="card composer" onSubmit={onSubmit}>
      <label className="visually-hidden" htmlFor="goal">
        {t("ask.goal")}
      </label>
      <textarea
        id="goal"
        rows={2}
        value={request.goal}
        placeholder={t("ask.goal")}
        onChange={({ target }) => onChange({ ...request, goal: target.value })}
        onKeyDown={onKeyDown}
      />
      <div className="composer-foot">
        <Advanced request={request} onChange={onChange} />
        <Button kind="primary" type="submit" disabled={busy || request.goal.trim() === ""}>
          {t(busy ? "ask.planning" : "ask.plan")} <kbd aria-hidden="true">↵</kbd>
        </Button>
      </div>
    </form>
  );
}

/** For developers: the wire format and the planner. */
function Advanced({ request, onChange }: Pick<Props, "request" | "onChange">) {
  const { t } = useI18n();
  const planners = useQuery(["listPlanners"], (signal) => api.listPlanners({ signal })).value;
  const ids = planners === undefined ? [request.planner] : Object.keys(planners);
  const isDefault = request.contract === defaultRequest.contract && request.planner === defaultRequest.planner;
  return (
    <details className="advanced" open={!isDefault}>
      <summary>{t("ask.advanced")}</summary>
      <div className="row composer-choices">
        <label className="inline-field">
          <span>{t("ask.contract")}</span>
          <select
            className="select"
            value={request.contract}
            onChange={({ target }) =>
              onChange({ ...request, contract: contracts.find((name) => name === target.value) ?? "auto" })
            }
          >
            {contracts.map((name) => (
              <option key={name} value={name}>
                {t(`ask.contract.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="inline-field">
          <span>{t("ask.planner")}</span>
          <select
            className="select"
            value={request.planner}
            disabled={request.contract === "actions"}
            onChange={({ target }) => onChange({ ...request, planner: target.value })}
          >
            {ids.map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
      </div>
    </details>
  );
}
