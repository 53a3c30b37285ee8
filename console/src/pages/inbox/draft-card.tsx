import { useState } from "react";
import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import { hrefTo } from "../../app/router.ts";
import { Async, BoneLines } from "../../design/async.tsx";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useWords } from "../../words/words.ts";
import { Countdown } from "./countdown.tsx";
import { DraftActions } from "./draft-actions.tsx";
import { DraftNext } from "./draft-next.tsx";
import { type OpenDraft, useDraft } from "./use-draft.ts";

/** One Draft: what was asked, what it would change, and what it waits for. */
export function DraftCard({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [page, setPage] = useState(0);
  const open = useDraft(id, page, onChanged);
  return (
    <Async of={open.loaded} bones={<BoneLines count={7} height={34} />}>
      {(value) => <Shown view={open.shown ?? value} open={open} onPage={setPage} />}
    </Async>
  );
}

function Shown({ view, open, onPage }: { view: DraftView; open: OpenDraft; onPage: (page: number) => void }) {
  const { say } = useWords();
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
              <p>{say("draft.stale", { mine: view.draft.revision, now: newer.draft.revision })}</p>
              <div>
                <Button onClick={showNewer}>{say("draft.stale.show")}</Button>
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

const looks = {
  DRAFT: { tone: "warn", icon: "pause" },
  APPLIED: { tone: "ok", icon: "check" },
  CANCELLED: { tone: "idle", icon: "stop" },
  EXPIRED: { tone: "idle", icon: "clock" },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>;

function Head({ view: { draft, run_id: run, replaced_by: replaced } }: { view: DraftView }) {
  const { say } = useWords();
  return (
    <header>
      <div className="grow stack tight">
        <div className="row spread">
          <span className="row">
            <Badge {...looks[draft.status]}>{say(`draft.status.${draft.status}`)}</Badge>
            <span className="small faint">{say("draft.revision", { n: draft.revision })}</span>
            {run !== null && (
              <a className="small" href={hrefTo(["runs", run])}>
                {say("draft.run")}
              </a>
            )}
            {replaced !== null && (
              <a className="small" href={hrefTo(["inbox", "draft", replaced])}>
                {say("draft.replaced")}
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
  const { say } = useWords();
  const { plan } = draft;
  return (
    <div className="stack tight">
      <blockquote className="asked">
        <p lang={plan.language}>{plan.inputs.raw_text}</p>
        <footer className="small faint">{say("draft.by", { name: draft.author_id })}</footer>
      </blockquote>
      {plan.risks.length > 0 && (
        <ul className="stack tight" aria-label={say("draft.risks")}>
          {plan.risks.map(({ kind, details }) => (
            <li key={kind + details} className="row small">
              <Badge tone={kind === "destructive" ? "bad" : "warn"} icon="warning">
                {say(`draft.risk.${kind}`)}
              </Badge>
              <span className="quiet">{details}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
