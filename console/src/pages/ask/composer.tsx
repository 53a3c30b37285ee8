import { Button } from "../../design/button.tsx";
import { submitOnEnter } from "../../design/submit-on-enter.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type AskRequest, contracts } from "./ask-request.ts";

type Props = {
  asked: AskRequest;
  busy: boolean;
  onChange: (asked: AskRequest) => void;
  onPlan: (asked: AskRequest) => void;
};

export function Composer({ asked, busy, onChange, onPlan }: Props) {
  const { t } = useI18n();
  const send = (): void => {
    if (asked.goal.trim() !== "" && !busy) onPlan(asked);
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
        value={asked.goal}
        placeholder={t("ask.placeholder")}
        onChange={({ target }) => onChange({ ...asked, goal: target.value })}
        onKeyDown={onKeyDown}
      />
      <div className="composer-foot">
        <Choices asked={asked} onChange={onChange} />
        <Button kind="primary" type="submit" disabled={busy || asked.goal.trim() === ""}>
          {t(busy ? "ask.planning" : "ask.plan")} <kbd aria-hidden="true">↵</kbd>
        </Button>
      </div>
    </form>
  );
}

function Choices({ asked, onChange }: Pick<Props, "asked" | "onChange">) {
  const { t } = useI18n();
  const planners = useQuery((signal) => api.listPlanners({ signal }), []).value?.planners;
  const ids = planners?.map(({ planner_id: id }) => id) ?? [asked.planner];
  return (
    <div className="row composer-choices">
      <label className="inline-field">
        <span>{t("ask.contract")}</span>
        <select
          className="select"
          value={asked.contract}
          onChange={({ target }) =>
            onChange({ ...asked, contract: contracts.find((name) => name === target.value) ?? "service" })
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
          value={asked.planner}
          disabled={asked.contract === "actions"}
          onChange={({ target }) => onChange({ ...asked, planner: target.value })}
        >
          {ids.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
