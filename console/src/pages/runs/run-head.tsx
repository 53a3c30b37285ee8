import type { ReactNode } from "react";
import type { RunDetail, RunView } from "../../../../src/contracts/api/run.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge, RunBadge } from "../../design/badge.tsx";
import { Details } from "../../design/details.tsx";
import { Icon } from "../../design/icon.tsx";
import { formatDateTime, formatDuration, formatMoney } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { stepTitle } from "../../plan/step-title.ts";
import { answerOf, type RunProgress } from "./run-progress.ts";
import { RunActions } from "./run-actions.tsx";
import { requestOf } from "./run-words.ts";

type Props = { progress: RunProgress; detail: RunDetail; isLive: boolean; onChanged: () => void };

/** The request, the answer and the state of a run. */
export function RunHead({ progress, detail, isLive, onChanged }: Props) {
  const { t, language } = useI18n();
  const { run, steps } = progress;
  const request = requestOf(detail);
  const titles = steps.filter(({ kind }) => kind !== "message").map((step) => stepTitle(step, { t, language }));
  const more = titles.length > 3 ? " → …" : "";
  const title = request ?? (titles.length === 0 ? t("run.untitled") : titles.slice(0, 3).join(" → ") + more);
  return (
    <header className="stack">
      <div className="page-head">
        <div className="grow stack tight">
          <a className="back" href="#/runs">
            <Icon name="back" size={15} />
            {t("run.back")}
          </a>
          <h1>{title}</h1>
          <div className="row">
            <RunBadge run={run} />
            {run.ended_at === null && isLive && (
              <Badge tone="run" icon="dot">
                {t("run.live")}
              </Badge>
            )}
            <WaitsFor run={run} />
          </div>
        </div>
        <RunActions run={run} detail={detail} request={request} onChanged={onChanged} />
      </div>
      <Answer progress={progress} />
      <Facts run={run} detail={detail} />
    </header>
  );
}

function Answer({ progress }: { progress: RunProgress }) {
  const { t } = useI18n();
  const { run } = progress;
  const answer = answerOf(progress);
  return (
    <>
      {run.error !== null && (
        <p className="notice bad">
          <Icon name="warning" />
          <b>{run.error.message}</b>
        </p>
      )}
      {answer !== undefined && (
        <section className="card run-answer" aria-label={t("run.answer")}>
          <p className="body">{answer}</p>
        </section>
      )}
    </>
  );
}

function WaitsFor({ run: { waiting } }: { run: RunView }) {
  const { t, language } = useI18n();
  if (waiting === null) return null;
  if (waiting.for === "timer")
    return (
      <span className="small quiet">
        {t("run.waits.timer", { time: waiting.until === null ? "" : formatDateTime(waiting.until, language) })}
      </span>
    );
  if (waiting.for === "event" || waiting.for === "plan" || waiting.for === "answer")
    return <span className="small quiet">{t(`run.waits.${waiting.for}`)}</span>;
  return <span className="small quiet">{t("run.waits.operator")}</span>;
}

function Facts({ run, detail }: { run: RunView; detail: RunDetail }) {
  const { t, language } = useI18n();
  const now = useNow(run.ended_at === null ? 250 : 60_000);
  const from = Date.parse(run.started_at ?? run.created_at);
  const to = run.ended_at === null ? now : Date.parse(run.ended_at);
  const { cost_cents: cost } = run;
  return (
    <div className="stack tight">
      <dl className="run-facts">
        <Fact name={t("run.created")}>
          <When at={run.created_at} />
        </Fact>
        <Fact name={t(run.ended_at === null ? "run.elapsed" : "run.took")}>{formatDuration(to - from, language)}</Fact>
        <Fact name={t("run.caller")}>{run.caller}</Fact>
        {cost !== null && cost > 0 && <Fact name={t("run.cost")}>{formatMoney(cost * 1_000_000, language)}</Fact>}
        <Origin run={run} />
      </dl>
      <Details
        rows={[
          ["run_id", run.run_id],
          ["plan_hash", detail.structure_hash],
          ["stored_plan", run.plan_hash],
          ["draft_id", run.origin.draft_id],
          ["error", run.error?.code],
        ]}
      />
    </div>
  );
}

function Origin({ run: { origin } }: { run: RunView }) {
  const { t } = useI18n();
  const { kind, run_id: runId, draft_id: draftId, plan } = origin;
  if (kind === "request") return null;
  if (plan !== null)
    return (
      <Fact name={t("run.origin.plan")}>
        <a href={hrefTo(["plans", plan.name], { version: String(plan.version) })}>{plan.name}</a>
      </Fact>
    );
  const href = draftId === null ? hrefTo(["runs", runId ?? ""]) : hrefTo(["inbox", "draft", draftId]);
  return (
    <Fact name={t("run.origin")}>
      <a href={href}>{t(`run.origin.${kind}`)}</a>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
