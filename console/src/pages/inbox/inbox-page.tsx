import { useCallback } from "react";
import type { PageProps } from "../../app/page-props.ts";
import { recountInbox } from "../../app/inbox-count.ts";
import { navigate, hrefTo } from "../../app/router.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Icon } from "../../design/icon.tsx";
import { PageFrame } from "../../design/page.tsx";
import { useKeys } from "../../design/use-keys.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { DraftCard } from "./draft-card.tsx";
import { EscalationCard } from "./escalation-card.tsx";
import "./inbox.css";
import { InboxLine } from "./inbox-line.tsx";
import { type InboxItem, readInbox } from "./inbox-item.ts";

/** `#/inbox`, `#/inbox/draft/<id>` and `#/inbox/escalation/<id>`. On a wide screen the list stays beside the item. */
export default function InboxPage({ path: [kind, id] }: PageProps) {
  const { t } = useI18n();
  const inbox = useQuery(readInbox, [], { on: ["draft", "escalation"] });
  const { reload } = inbox;
  const changed = useCallback(() => {
    reload();
    recountInbox();
  }, [reload]);
  return (
    <PageFrame title={t("nav.inbox")} text={t("inbox.text")}>
      <LoadState query={inbox} skeleton={<SkeletonLines count={6} height={56} />}>
        {(items) => <Panes items={items} kind={kind} id={id} onChanged={changed} />}
      </LoadState>
    </PageFrame>
  );
}

type Chosen = { kind: string | undefined; id: string | undefined; onChanged: () => void };
type PanesProps = Chosen & { items: readonly InboxItem[] };

function Panes({ items, kind, id, onChanged }: PanesProps) {
  const { t } = useI18n();
  const at = items.findIndex((item) => item.id === id);
  const move = (step: number): void => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + step))];
    if (next !== undefined) navigate(["inbox", next.kind, next.id]);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  if (items.length === 0 && id === undefined)
    return (
      <div className="card">
        <EmptyState icon="inbox" title={t("inbox.empty")} text={t("inbox.empty.text")} />
      </div>
    );
  return (
    <div className={`panes ${id === undefined ? "at-list" : "at-item"}`}>
      <div className="stack tight pane-list">
        <ul className="card inbox-list" aria-label={t("inbox.list")}>
          {items.map((item) => (
            <li key={item.id}>
              <a href={hrefTo(["inbox", item.kind, item.id])} aria-current={item.id === id ? "true" : undefined}>
                <InboxLine item={item} />
              </a>
            </li>
          ))}
        </ul>
        <p className="small faint keys-hint">
          <span className="kbd">j</span> <span className="kbd">k</span> {t("inbox.keys.move")}
        </p>
      </div>
      <div className="pane-item">
        <a className="back phone-only" href="#/inbox">
          <Icon name="back" size={15} />
          {t("nav.inbox")}
        </a>
        <Item item={items[at]} kind={kind} id={id} onChanged={onChanged} />
      </div>
    </div>
  );
}

/** Shows a Draft even after its decision, with its outcome. */
function Item({ item, kind, id, onChanged }: Chosen & { item: InboxItem | undefined }) {
  const { t } = useI18n();
  if (kind === "draft" && id !== undefined) return <DraftCard key={id} id={id} onChanged={onChanged} />;
  if (item?.kind === "escalation")
    return <EscalationCard key={item.id} escalation={item.escalation} onChanged={onChanged} />;
  return (
    <div className="card">
      <EmptyState icon="inbox" title={t(id === undefined ? "inbox.choose" : "inbox.gone")} />
    </div>
  );
}
