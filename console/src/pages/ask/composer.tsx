import { Button } from "../../design/button.tsx";
import { sending } from "../../design/sending.ts";
import { api } from "../../live/api.ts";
import { useLoad } from "../../live/use-load.ts";
import { useWords } from "../../words/words.ts";
import { type Asked, askedContracts } from "./asked.ts";

type Props = { asked: Asked; busy: boolean; onChange: (asked: Asked) => void; onPlan: (asked: Asked) => void };

export function Composer({ asked, busy, onChange, onPlan }: Props) {
  const { say } = useWords();
  const send = (): void => {
    if (asked.goal.trim() !== "" && !busy) onPlan(asked);
  };
  const { onSubmit, onKeyDown } = sending(send);
  return (
    <form className="card composer" onSubmit={onSubmit}>
      <label className="unseen" htmlFor="goal">
        {say("ask.goal")}
      </label>
      <textarea
        id="goal"
        rows={2}
        value={asked.goal}
        placeholder={say("ask.placeholder")}
        onChange={({ target }) => onChange({ ...asked, goal: target.value })}
        onKeyDown={onKeyDown}
      />
      <div className="composer-foot">
        <Choices asked={asked} onChange={onChange} />
        <Button kind="primary" type="submit" disabled={busy || asked.goal.trim() === ""}>
          {say(busy ? "ask.planning" : "ask.plan")} <kbd aria-hidden="true">↵</kbd>
        </Button>
      </div>
    </form>
  );
}

function Choices({ asked, onChange }: Pick<Props, "asked" | "onChange">) {
  const { say } = useWords();
  const planners = useLoad((signal) => api.listPlanners({ signal }), []).value?.planners;
  const ids = planners?.map(({ planner_id: id }) => id) ?? [asked.planner];
  return (
    <div className="row composer-choices">
      <label className="inline-field">
        <span>{say("ask.contract")}</span>
        <select
          className="select"
          value={asked.contract}
          onChange={({ target }) =>
            onChange({ ...asked, contract: askedContracts.find((name) => name === target.value) ?? "service" })
          }
        >
          {askedContracts.map((name) => (
            <option key={name} value={name}>
              {say(`ask.contract.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="inline-field">
        <span>{say("ask.planner")}</span>
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
