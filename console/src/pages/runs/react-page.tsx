import { hrefTo } from "../../app/router.ts";
import { Badge } from "../../design/badge.tsx";
import { Details } from "../../design/details.tsx";
import { Icon } from "../../design/icon.tsx";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { formatDuration } from "../../design/time.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import "../agents/agents.css";
import { Turns } from "../agents/turns.tsx";
import "./runs.css";

/** A ReAct run: the goal, the answer and the trace. */
export default function ReactPage({ id }: { id: string }) {
  const { t, language } = useI18n();
  const run = useQuery(["getReact", id], (signal) => api.getReact({ params: { id }, query: {}, signal }), {
    on: ["agent", "run"],
  });
  const row = useQuery(["reactRow", id], (signal) =>
    api.listRuns({ query: { kind: "react", q: id, limit: 1 }, signal }),
  );
  const listed = row.value?.runs[0];
  return (
    <LoadState query={run} skeleton={<SkeletonLines count={8} height={36} />}>
      {({ status, final_answer: answer, error, trace, usage }) => (
        <div className="page">
          <header className="stack tight">
            <a className="back" href="#/runs">
              <Icon name="back" size={15} />
              {t("run.back")}
            </a>
            <h1>{listed?.title ?? t("runs.kind.react")}</h1>
            <div className="row">
              <Badge tone={status === "ok" ? "ok" : "bad"} icon={status === "ok" ? "check" : "cross"}>
                {t(status === "ok" ? "status.completed" : "status.failed")}
              </Badge>
              <span className="small quiet">{formatDuration(usage.duration_ms, language)}</span>
              {listed?.agent_id !== null && listed?.agent_id !== undefined && (
                <a className="small" href={hrefTo(["agents", "of", listed.agent_id], { tab: "runs" })}>
                  {t("runs.by.agent", { name: listed.agent_id })}
                </a>
              )}
            </div>
          </header>
          {error !== null && error !== undefined && (
            <p className="notice bad">
              <Icon name="warning" />
              <b>{error.message}</b>
            </p>
          )}
          {answer.content !== "" && (
            <section className="card run-answer" aria-label={t("run.answer")}>
              <p className="body">{answer.content}</p>
            </section>
          )}
          <section className="card">
            <div className="body">
              <Turns trace={trace} />
            </div>
          </section>
          <Details rows={[["request_id", id]]} />
        </div>
      )}
    </LoadState>
  );
}
