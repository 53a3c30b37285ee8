import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import type { Escalation } from "../../../../src/contracts/api/run.ts";
import { Icon } from "../../design/icon.tsx";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { callTitle } from "../../plan/step-title.ts";
import { Countdown } from "./countdown.tsx";
import { kindWord } from "./escalation-words.ts";
import type { InboxItem } from "./inbox-item.ts";

export function InboxLine({ item }: { item: InboxItem }) {
  if (item.kind === "draft") return <DraftLine view={item.view} />;
  return <EscalationLine escalation={item.escalation} />;
}

function DraftLine({ view: { draft, writes, assignee } }: { view: DraftView }) {
  const { t } = useI18n();
  const isOpen = draft.status === "DRAFT";
  return (
    <>
      <span className="inbox-icon draft">
        <Icon name="write" size={17} />
      </span>
      <span className="inbox-words">
        <b className="clip two-lines">{draft.plan.summary || draft.plan.inputs.raw_text}</b>
        <span className="clip small quiet">
          {isOpen ? t("draft.title") : t(`draft.status.${draft.status}`)}
          {writes > 0 && ` · ${t("draft.writes", { n: writes })}`}
          {isOpen && assignee !== null && ` · ${t("inbox.assignee", { name: assignee })}`}
        </span>
      </span>
      {isOpen ? (
        <Countdown until={draft.expires_at} short />
      ) : (
        <span className="small faint">
          <When at={draft.created_at} relative />
        </span>
      )}
    </>
  );
}

function EscalationLine({ escalation }: { escalation: Escalation }) {
  const { t, language } = useI18n();
  const { error, call, question, kind, assignee, deadline_at: until, opened_at: at } = escalation;
  return (
    <>
      <span className="inbox-icon">
        <Icon name="hand" size={17} />
      </span>
      <span className="inbox-words">
        <b className="clip two-lines">
          {call === null ? question : callTitle(call.verb_id, call.args, { t, language })}
        </b>
        <span className="clip small quiet">
          {t(kindWord(kind))}
          {assignee !== null && ` · ${t("inbox.assignee", { name: assignee })}`}
          {error !== null && kind !== "approval" && ` · ${error.message}`}
        </span>
      </span>
      {until === null ? (
        <span className="small faint">
          <When at={at} relative />
        </span>
      ) : (
        <Countdown until={until} short />
      )}
    </>
  );
}
