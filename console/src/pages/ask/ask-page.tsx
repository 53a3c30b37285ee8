import { useCallback, useEffect, useState } from "react";
import { setQuery, useRoute } from "../../app/router.ts";
import { SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useMutation } from "../../live/use-mutation.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type PlannedRequest, requestPlan } from "./planned.ts";
import "./ask.css";
import { type AskRequest, contracts } from "./ask-request.ts";
import { Composer } from "./composer.tsx";
import { Examples } from "./examples.tsx";
import { Result } from "./result.tsx";

/** A request and its plan. The address keeps the request. */
export default function AskPage() {
  const { t, language } = useI18n();
  const { query } = useRoute();
  const [asked, setAsked] = useState<AskRequest>(() => requestIn(query));
  const [answered, setAnswered] = useState<PlannedRequest>();
  const plan = useMutation(
    useCallback(
      async (wish: AskRequest) => {
        setAnswered(undefined);
        setAnswered(await requestPlan(wish, language));
      },
      [language],
    ),
  );
  const start = (wish: AskRequest): void => {
    setAsked(wish);
    setQuery({ q: wish.goal, contract: wish.contract, planner: wish.planner });
    plan.start(wish);
  };
  useEffect(() => {
    if (asked.goal !== "") plan.start(asked);
  }, []);
  return (
    <PageFrame title={t("nav.ask")} text={t("ask.text")}>
      <Composer asked={asked} busy={plan.busy} onChange={setAsked} onPlan={start} />
      <ProblemNotice error={plan.error} />
      {plan.busy && (
        <div className="card body-card">
          <SkeletonLines count={8} height={30} />
        </div>
      )}
      {answered === undefined && !plan.busy && plan.error === undefined && (
        <Examples onChoose={(goal, contract) => start({ ...asked, goal, contract })} />
      )}
      {answered !== undefined && <Result key={answered.id} answered={answered} />}
    </PageFrame>
  );
}

function requestIn(query: URLSearchParams): AskRequest {
  return {
    goal: query.get("q") ?? "",
    contract: contracts.find((name) => name === query.get("contract")) ?? "service",
    planner: query.get("planner") ?? "grammar",
  };
}
