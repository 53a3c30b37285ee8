import { useEffect, useState } from "react";
import { ProblemError } from "../../../../src/client/index.ts";
import { lessonPlanOf } from "../../../../src/contracts/api/draft-lesson.ts";
import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import { hrefTo } from "../../app/router.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { CostRange } from "../../design/cost-range.tsx";
import { Details } from "../../design/details.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { When } from "../../design/when.tsx";
import { flatten } from "../../form/schema-fields.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { TeachButton } from "../lessons/teach-button.tsx";
import { AssignForm } from "./assign-form.tsx";
import { Countdown } from "./countdown.tsx";
import { DraftActions, noEditing } from "./draft-actions.tsx";
import { DraftNext } from "./draft-next.tsx";
import { ReasonField } from "./reason-field.tsx";
import { type OpenDraft, useDraft } from "./use-draft.ts";

/** One Draft: the request, its changes and the next action. */
export function DraftCard({ id, onDecided }: { id: string; onDecided: () => void }) {
  const [page, setPage] = useState(0);
  const open = useDraft(id, page, onDecided);
  return (
    <LoadState query={open.loaded} skeleton={<SkeletonLines count={7} height={34} />}>
      {(value) => <LoadedDraft view={open.shown ?? value} open={open} onPage={setPage} />}
    </LoadState>
  );
}

function LoadedDraft({ view, open, onPage }: { view: DraftView; open: OpenDraft; onPage: (page: number) => void }) {
  const { t } = useI18n();
  const { newer, showNewer, acting, acted } = open;
  const [editing, setEditing] = useState(noEditing);
  useEffect(() => setEditing(noEditing), [view.draft.revision_id]);
  const isStale = newer !== undefined;
  const isOpen = view.next.do === "apply" || view.next.do === "confirm";
  const isEditing = editing.action !== undefined || editing.dropped.size > 0;
  const now = changedValues(acting.error);
  // "Before" stays the value that the person approved, next to the current one.
  const isRefused = now.size > 0 && acted?.draft.revision_id === view.draft.revision_id;
  return (
    <article className="card draft-card" aria-labelledby="draft-title">
      <Head view={view} />
      <div className="body stack">
        {newer !== undefined && <Stale mine={view.draft.revision} now={newer.draft.revision} onShow={showNewer} />}
        <Request view={view} />
        <DraftActions
          view={isRefused ? { ...view, changes: acted.changes } : view}
          canEdit={isOpen && !isStale}
          busy={acting.busy}
          editing={editing}
          now={now}
          onEditing={setEditing}
          onEdit={acting.start}
        />
        {now.size > 0 ? (
          <div className="notice warn" role="alert">
            <Icon name="warning" />
            <p>{t("draft.changed")}</p>
          </div>
        ) : (
          <ProblemNotice error={acting.error} />
        )}
        {view.draft.revision > 1 && (
          <div>
            <TeachButton request={view.draft.plan.inputs.raw_text} plan={lessonPlanOf(view)} source="corrected" />
          </div>
        )}
        <History view={view} />
        <AssignForm
          assignee={view.assignee}
          busy={acting.busy || isStale}
          onAssign={isOpen ? (to) => acting.start({ do: "assign", to }) : undefined}
        />
        {isOpen && <ReasonField value={open.reason} onChange={open.setReason} />}
        <DraftDetails view={view} />
      </div>
      <DraftNext
        key={view.draft.revision_id}
        view={view}
        disabled={isStale || acting.busy}
        isEditing={isEditing}
        hasChanged={now.size > 0}
        onAct={acting.start}
        onPage={onPage}
      />
    </article>
  );
}

function Stale({ mine, now, onShow }: { mine: number; now: number; onShow: () => void }) {
  const { t } = useI18n();
  return (
    <div className="notice warn" role="alert">
      <Icon name="warning" />
      <div className="stack tight">
        <p>{t("draft.stale", { mine, now })}</p>
        <div>
          <Button onClick={onShow}>{t("draft.stale.show")}</Button>
        </div>
      </div>
    </div>
  );
}

/** Who decided what, and why. */
function History({ view: { history } }: { view: DraftView }) {
  const { t } = useI18n();
  if (history.length === 0) return null;
  return (
    <ul className="stack tight small quiet" aria-label={t("draft.history")}>
      {history.map(({ act, by, to, at, reason }) => (
        <li key={`${at}${act}${by}`}>
          {t(`draft.act.${act}`, { to: to ?? "" })}: {by}, <When at={at} />
          {reason !== null && ` · ${reason}`}
        </li>
      ))}
    </ul>
  );
}

function DraftDetails({ view }: { view: DraftView }) {
  return (
    <Details
      rows={[
        ["draft_id", view.draft.draft_id],
        ["revision", String(view.draft.revision)],
        ["action_hash", view.action_hash],
        ["plan_id", view.draft.plan.plan_id],
        ["tools", [...new Set(view.draft.actions.map(({ action }) => action.tool_slug))].join(", ")],
      ]}
    />
  );
}

/** The current values that a refused Apply reports, by action and field. */
function changedValues(error: unknown): Map<string, Map<string, unknown>> {
  const changed = new Map<string, Map<string, unknown>>();
  const issues = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  for (const { code, pointer, detail } of issues) {
    const [, action, field] = /^\/actions\/([^/]+)\/(.+)$/.exec(pointer) ?? [];
    if (code !== "VALUE_CHANGED" || action === undefined || field === undefined) continue;
    const values = changed.get(action) ?? new Map<string, unknown>();
    const name = field.replaceAll("~1", "/").replaceAll("~0", "~");
    for (const [path, value] of flatten({ [name]: JSON.parse(detail) as unknown })) values.set(path, value);
    changed.set(action, values);
  }
  return changed;
}

const styles = {
  DRAFT: { tone: "warn", icon: "pause" },
  APPLIED: { tone: "ok", icon: "check" },
  CANCELLED: { tone: "idle", icon: "stop" },
  EXPIRED: { tone: "idle", icon: "clock" },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>;

function Head({ view: { draft, run_id: run, replaced_by: replaced } }: { view: DraftView }) {
  const { t } = useI18n();
  return (
    <header>
      <div className="grow stack tight">
        <div className="row spread">
          <span className="row">
            <Badge {...styles[draft.status]}>{t(`draft.status.${draft.status}`)}</Badge>
            {draft.revision > 1 && <span className="small faint">{t("draft.revision", { n: draft.revision })}</span>}
            {run !== null && (
              <a className="small" href={hrefTo(["runs", run])}>
                {t("draft.run")}
              </a>
            )}
            {replaced !== null && (
              <a className="small" href={hrefTo(["inbox", "draft", replaced])}>
                {t("draft.replaced")}
              </a>
            )}
          </span>
          {draft.status === "DRAFT" && <Countdown until={draft.expires_at} />}
        </div>
        <h2 id="draft-title">{draft.plan.summary || draft.plan.inputs.raw_text}</h2>
      </div>
    </header>
  );
}

function Request({ view: { draft, cost } }: { view: DraftView }) {
  const { t } = useI18n();
  const { plan } = draft;
  return (
    <div className="stack tight">
      <blockquote className="asked">
        {plan.inputs.raw_text !== plan.summary && <p lang={plan.language}>{plan.inputs.raw_text}</p>}
        <footer className="small faint">
          {t("draft.by", { name: draft.author_id })} · <When at={draft.created_at} />
          {cost.most_micro_cents > 0 && (
            <>
              {" "}
              · {t("draft.cost")}: <CostRange cost={cost} />
            </>
          )}
        </footer>
      </blockquote>
      {plan.risks.length > 0 && (
        <ul className="row" aria-label={t("draft.risks")}>
          {plan.risks.map(({ kind, details }) => (
            <li key={kind + details} className="small" title={details}>
              <Badge tone={kind === "destructive" ? "bad" : "warn"} icon="warning">
                {t(`draft.risk.${kind}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
