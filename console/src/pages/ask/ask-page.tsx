import { useCallback, useEffect, useState } from "react";
import { changeQuery, usePlace } from "../../app/router.ts";
import { BoneLines } from "../../design/async.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useDoing } from "../../live/use-doing.ts";
import { useWords } from "../../words/words.ts";
import { type Answered, answerTo } from "./answer.ts";
import "./ask.css";
import { type Asked, askedContracts } from "./asked.ts";
import { Composer } from "./composer.tsx";
import { Examples } from "./examples.tsx";
import { Result } from "./result.tsx";

/** A request in words, and the plan it becomes. What was asked stands in the address. */
export default function AskPage() {
  const { say, language } = useWords();
  const { query } = usePlace();
  const [asked, setAsked] = useState<Asked>(() => askedIn(query));
  const [answered, setAnswered] = useState<Answered>();
  const plan = useDoing(
    useCallback(
      async (wish: Asked) => {
        setAnswered(undefined);
        setAnswered(await answerTo(wish, language));
      },
      [language],
    ),
  );
  const start = (wish: Asked): void => {
    setAsked(wish);
    changeQuery({ q: wish.goal, contract: wish.contract, planner: wish.planner });
    plan.start(wish);
  };
  useEffect(() => {
    if (asked.goal !== "") plan.start(asked);
  }, []);
  return (
    <PageFrame title={say("nav.ask")} text={say("ask.text")}>
      <Composer asked={asked} busy={plan.busy} onChange={setAsked} onPlan={start} />
      <ProblemNotice error={plan.error} />
      {plan.busy && (
        <div className="card body-card">
          <BoneLines count={8} height={30} />
        </div>
      )}
      {answered === undefined && !plan.busy && plan.error === undefined && (
        <Examples onChoose={(goal, contract) => start({ ...asked, goal, contract })} />
      )}
      {answered !== undefined && <Result key={answered.id} answered={answered} />}
    </PageFrame>
  );
}

function askedIn(query: URLSearchParams): Asked {
  return {
    goal: query.get("q") ?? "",
    contract: askedContracts.find((name) => name === query.get("contract")) ?? "service",
    planner: query.get("planner") ?? "grammar",
  };
}
