import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import type { Escalation } from "../../../../src/contracts/api/run.ts";
import { Icon } from "../../design/icon.tsx";
import { formatRelative } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Countdown } from "./countdown.tsx";
import { kindWord } from "./escalation-words.ts";
import type { InboxItem } from "./inbox-item.ts";

export function InboxLine({ item }: { item: InboxItem }) {
  if (item.kind === "draft") return <DraftLine view={item.view} />;
  return <EscalationLine escalation={item.escalation} />;
}

function DraftLine({ view: { draft, writes } }: { view: DraftView }) {
  const { t } = useI18n();
  return (
    <>
      <span className="inbox-icon draft">
        <Icon name="write" size={17} />
      </span>
      <span className="inbox-words">
        <b className="clip">{draft.plan.summary || draft.plan.inputs.raw_text}</b>
        <span className="clip small quiet">
          {t("draft.title")}
          {writes > 0 && ` · ${t("draft.writes", { n: writes })}`}
        </span>
      </span>
      <Countdown until={draft.expires_at} short />
    </>
  );
}

function EscalationLine({ escalation }: { escalation: Escalation }) {
  const { t, language } = useI18n();
  const now = useNow(10_000);
  const { error, call, question, kind, opened_at: at } = escalation;
  return (
    <>
      <span className="inbox-icon">
        <Icon name="hand" size={17} />
      </span>
      <span className="inbox-words">
        <b className="clip">{error?.message ?? call?.verb_id ?? question}</b>
        <span className="clip small quiet">
          {t(kindWord(kind))}
          {error !== null && call !== null && ` · ${call.verb_id}`}
        </span>
      </span>
      <span className="small faint tabular">{formatRelative(at, now, language)}</span>
    </>
  );
}
