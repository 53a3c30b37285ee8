import { useState } from "react";
import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import { hrefTo } from "../../app/router.ts";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Countdown } from "./countdown.tsx";
import { DraftActions } from "./draft-actions.tsx";
import { DraftNext } from "./draft-next.tsx";
import { type OpenDraft, useDraft } from "./use-draft.ts";

/** One Draft: the request, its changes and the next action. */
export function DraftCard({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [page, setPage] = useState(0);
  const open = useDraft(id, page, onChanged);
  return (
    <LoadState query={open.loaded} skeleton={<SkeletonLines count={7} height={34} />}>
      {(value) => <LoadedDraft view={open.shown ?? value} open={open} onPage={setPage} />}
    </LoadState>
  );
}

function LoadedDraft({ view, open, onPage }: { view: DraftView; open: OpenDraft; onPage: (page: number) => void }) {
  const { t } = useI18n();
  const { newer, showNewer, acting } = open;
  const isStale = newer !== undefined;
  const isOpen = view.next.do === "apply" || view.next.do === "confirm";
  return (
    <article className="card" aria-labelledby="draft-title">
      <Head view={view} />
      <div className="body stack">
        {isStale && (
          <div className="notice warn" role="alert">
            <Icon name="warning" />
            <div className="stack tight">
              <p>{t("draft.stale", { mine: view.draft.revision, now: newer.draft.revision })}</p>
              <div>
                <Button onClick={showNewer}>{t("draft.stale.show")}</Button>
              </div>
            </div>
          </div>
        )}
        <Request view={view} />
        <DraftActions view={view} canEdit={isOpen && !isStale} busy={acting.busy} onEdit={acting.start} />
        <ProblemNotice error={acting.error} />
        <DraftNext
          key={view.draft.revision_id}
          view={view}
          disabled={isStale || acting.busy}
          onAct={acting.start}
          onPage={onPage}
        />
      </div>
    </article>
  );
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
            <span className="small faint">{t("draft.revision", { n: draft.revision })}</span>
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
        <h2 id="draft-title">{draft.plan.summary}</h2>
      </div>
    </header>
  );
}

function Request({ view: { draft } }: { view: DraftView }) {
  const { t } = useI18n();
  const { plan } = draft;
  return (
    <div className="stack tight">
      <blockquote className="asked">
        <p lang={plan.language}>{plan.inputs.raw_text}</p>
        <footer className="small faint">{t("draft.by", { name: draft.author_id })}</footer>
      </blockquote>
      {plan.risks.length > 0 && (
        <ul className="stack tight" aria-label={t("draft.risks")}>
          {plan.risks.map(({ kind, details }) => (
            <li key={kind + details} className="row small">
              <Badge tone={kind === "destructive" ? "bad" : "warn"} icon="warning">
                {t(`draft.risk.${kind}`)}
              </Badge>
              <span className="quiet">{details}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
