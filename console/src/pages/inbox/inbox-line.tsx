import { Icon } from "../../design/icon.tsx";
import { ago } from "../../design/time.ts";
import { useNow } from "../../design/use-now.ts";
import { useWords } from "../../words/words.ts";
import { kindWord } from "./escalation-words.ts";
import type { InboxItem } from "./inbox-item.ts";

export function InboxLine({ item }: { item: InboxItem }) {
  const { say, language } = useWords();
  const now = useNow(10_000);
  const { escalation } = item;
  return (
    <>
      <span className="inbox-icon tone-warn">
        <Icon name="hand" size={17} />
      </span>
      <span className="inbox-words">
        <b className="clip">{escalation.error?.message ?? escalation.call?.verb_id ?? escalation.question}</b>
        <span className="clip small quiet">
          {say(kindWord(escalation.kind))}
          {escalation.error !== null && escalation.call !== null && ` · ${escalation.call.verb_id}`}
        </span>
      </span>
      <span className="small faint tabular">{ago(item.at, now, language)}</span>
    </>
  );
}
