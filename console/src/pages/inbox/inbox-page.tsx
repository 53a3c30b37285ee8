import { useCallback, useState } from "react";
import type { PageProps } from "../../app/page-props.ts";
import { hrefTo, navigate, setQuery, useRoute } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { EmptyState, LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { tabPanel, Tabs } from "../../design/tabs.tsx";
import { toast } from "../../design/toast.tsx";
import { useKeys } from "../../design/use-keys.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useInbox } from "../../live/use-inbox.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";
import { DraftCard } from "./draft-card.tsx";
import { EscalationCard } from "./escalation-card.tsx";
import "./inbox.css";
import { InboxLine } from "./inbox-line.tsx";
import { type InboxItem, readHistory } from "./inbox-item.ts";

/** `#/inbox`, `#/inbox/draft/<id>` and `#/inbox/escalation/<id>`. On a wide screen the list stays beside the item. */
export default function InboxPage({ path: [kind, id] }: PageProps) {
  const { t } = useI18n();
  const tab = useRoute().query.get("show") === "history" ? "history" : "open";
  const inbox = useInbox();
  const history = useQuery(["inboxHistory"], readHistory, { on: ["draft"] });
  const tabs = [
    { name: "open", text: t("inbox.open"), ...(inbox.value !== undefined && { count: inbox.value.length }) },
    { name: "history", text: t("inbox.history") },
  ] as const;
  return (
    <PageFrame
      title={t("nav.inbox")}
      text={t("inbox.text")}
      actions={<Tabs label={t("inbox.show")} tabs={tabs} chosen={tab} onChoose={(name) => setQuery({ show: name })} />}
    >
      <div {...tabPanel(tab)}>
        <LoadState query={tab === "open" ? inbox : history} skeleton={<SkeletonLines count={6} height={56} />}>
          {(items) => <Panes items={items} kind={kind} id={id} isOpen={tab === "open"} />}
        </LoadState>
      </div>
    </PageFrame>
  );
}

type PanesProps = {
  items: readonly InboxItem[];
  kind: string | undefined;
  id: string | undefined;
  isOpen: boolean;
};

function Panes({ items, kind, id, isOpen }: PanesProps) {
  const { t } = useI18n();
  const at = items.findIndex((item) => item.id === id);
  const open = (item: InboxItem | undefined): void => {
    if (item !== undefined) navigate(["inbox", item.kind, item.id], isOpen ? {} : { show: "history" });
  };
  useKeys({
    j: () => open(items[Math.min(items.length - 1, at + 1)]),
    k: () => open(items[Math.max(0, at - 1)]),
  });
  // The list is read again after a decision; the next item is the one after the decided one.
  const openNext = useCallback(() => {
    const next = items[at + 1] ?? items[at - 1];
    if (isOpen && next !== undefined) navigate(["inbox", next.kind, next.id]);
  }, [items, at, isOpen]);
  if (items.length === 0 && id === undefined)
    return (
      <div className="card">
        <EmptyState
          icon="inbox"
          title={t(isOpen ? "inbox.empty" : "inbox.history.empty")}
          text={t("inbox.empty.text")}
        />
      </div>
    );
  return (
    <div className={`panes ${id === undefined ? "at-list" : "at-item"}`}>
      <div className="stack tight pane-list">
        <List items={items} id={id} isOpen={isOpen} />
      </div>
      <div className="pane-item">
        <a className="back phone-only" href={hrefTo(["inbox"], isOpen ? {} : { show: "history" })}>
          <Icon name="back" size={15} />
          {t("nav.inbox")}
        </a>
        <Item item={items[at]} kind={kind} id={id} onDecided={openNext} />
      </div>
    </div>
  );
}

/** The items; Drafts that are still open can be checked and discarded together. */
function List({ items, id, isOpen }: Omit<PanesProps, "kind">) {
  const { t } = useI18n();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter((item) => item.kind === "draft" && checked.has(item.id));
  const discard = useMutation(
    useCallback(
      async (drafts: readonly InboxItem[]) => {
        for (const item of drafts)
          if (item.kind === "draft") {
            const { draft, action_hash } = item.view;
            await api.cancelDraft({ params: { id: item.id }, body: { revision: draft.revision, action_hash } });
          }
        setChecked(new Set());
        toast(t("draft.cancelled"));
      },
      [t],
    ),
  );
  const toggle = (item: InboxItem): void => {
    const next = new Set(checked);
    if (!next.delete(item.id)) next.add(item.id);
    setChecked(next);
  };
  return (
    <>
      <ul className="card inbox-list" aria-label={t("inbox.list")}>
        {items.map((item) => (
          <li key={item.id}>
            {isOpen && item.kind === "draft" && (
              <input
                type="checkbox"
                className="check"
                aria-label={t("inbox.check")}
                checked={checked.has(item.id)}
                onChange={() => toggle(item)}
              />
            )}
            <a
              href={hrefTo(["inbox", item.kind, item.id], isOpen ? {} : { show: "history" })}
              aria-current={item.id === id ? "true" : undefined}
            >
              <InboxLine item={item} />
            </a>
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <Button kind="danger" icon="cross" disabled={discard.busy} onClick={() => discard.start(chosen)}>
          {t("inbox.discard", { n: chosen.length })}
        </Button>
      )}
      <ProblemNotice error={discard.error} />
      <p className="small faint keys-hint">
        <span className="kbd">j</span> <span className="kbd">k</span> {t("inbox.keys.move")}
      </p>
    </>
  );
}

type ItemProps = {
  item: InboxItem | undefined;
  kind: string | undefined;
  id: string | undefined;
  onDecided: () => void;
};

/** Shows a Draft even after its decision, with its outcome. */
function Item({ item, kind, id, onDecided }: ItemProps) {
  const { t } = useI18n();
  if (kind === "draft" && id !== undefined) return <DraftCard key={id} id={id} onDecided={onDecided} />;
  if (item?.kind === "escalation")
    return <EscalationCard key={item.id} escalation={item.escalation} onDecided={onDecided} />;
  return (
    <div className="card">
      <EmptyState icon="inbox" title={t(id === undefined ? "inbox.choose" : "inbox.gone")} />
    </div>
  );
}
