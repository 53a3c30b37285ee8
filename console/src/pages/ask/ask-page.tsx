import { useCallback, useEffect, useState } from "react";
import { setQuery, useRoute } from "../../app/router.ts";
import { SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useMutation } from "../../live/use-mutation.ts";
import "./ask.css";
import { type AskRequest, requestIn, toQuery } from "./ask-request.ts";
import { Composer } from "./composer.tsx";
import { Examples } from "./examples.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { type PlannedRequest, requestPlan } from "./planned.ts";
import { Result } from "./result.tsx";

/** A request and its plan. The address keeps the request. */
export default function AskPage() {
  const { t, language } = useI18n();
  const { query } = useRoute();
  const [request, setRequest] = useState<AskRequest>(() => requestIn(query));
  const [planned, setPlanned] = useState<PlannedRequest>();
  const plan = useMutation(
    useCallback(
      async (wish: AskRequest) => {
        setPlanned(undefined);
        setPlanned(await requestPlan(wish, language));
      },
      [language],
    ),
  );
  const start = (wish: AskRequest): void => {
    setRequest(wish);
    setQuery(toQuery(wish));
    plan.start(wish);
  };
  useEffect(() => {
    if (request.goal !== "") plan.start(request);
  }, []);
  const isFirst = planned === undefined && !plan.busy && plan.error === undefined;
  return (
    <PageFrame title={t("nav.ask")} text={t("ask.text")}>
      <Composer request={request} busy={plan.busy} onChange={setRequest} onPlan={start} />
      <ProblemNotice error={plan.error} />
      {plan.busy && (
        <div className="card body-card">
          <SkeletonLines count={8} height={30} />
        </div>
      )}
      {isFirst && <Examples onChoose={(goal) => start({ ...request, goal })} />}
      {isFirst && <FirstVisit />}
      {planned !== undefined && (
        <Result
          key={planned.id}
          planned={planned}
          onAnswer={(answer) => start({ ...planned.request, goal: `${planned.request.goal.trim()} ${answer}` })}
        />
      )}
    </PageFrame>
  );
}
