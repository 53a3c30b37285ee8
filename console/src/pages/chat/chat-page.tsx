import { useEffect, useRef } from "react";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Button } from "../../design/button.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import "./chat.css";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatCard } from "./chat-card.tsx";
import { type ChatEntry, useChat } from "./use-chat.ts";

export default function ChatPage() {
  const { t } = useI18n();
  const { history, entries, sending, restart } = useChat();
  const tap = (data: string, label: string): void =>
    sending.start({ kind: "tap", tap_id: crypto.randomUUID(), data }, label);
  const send = (text: string): void =>
    sending.start({ kind: "message", text, forwarded: false, message_id: crypto.randomUUID() }, text);
  const actions = (
    <Button icon="chat" onClick={restart}>
      {t("chat.new")}
    </Button>
  );
  return (
    <PageFrame title={t("nav.chat")} text={t("chat.text")} actions={actions}>
      <div className="card chat">
        <LoadState query={history} skeleton={<SkeletonLines count={5} height={44} />}>
          {() => <Thread entries={entries} busy={sending.busy} onTap={tap} />}
        </LoadState>
        <ProblemNotice error={sending.error} />
        <ChatComposer busy={sending.busy} onSend={send} />
      </div>
    </PageFrame>
  );
}

type ThreadProps = { entries: readonly ChatEntry[]; busy: boolean; onTap: (data: string, label: string) => void };

function Thread({ entries, busy, onTap }: ThreadProps) {
  const { t } = useI18n();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // No return value: a promise is not a valid cleanup.
    end.current?.scrollIntoView({ block: "nearest" });
  }, [entries.length, busy]);
  return (
    <div className="thread" role="log" aria-label={t("chat.label")} tabIndex={0}>
      {entries.length === 0 && !busy && <EmptyState icon="chat" title={t("chat.empty")} text={t("chat.empty.text")} />}
      {entries.map((one) =>
        one.kind === "me" ? (
          <p key={one.id} className="bubble me">
            <span className="visually-hidden">{t("chat.you")}: </span>
            {one.text}
          </p>
        ) : (
          <ChatCard key={one.card.card_id} card={one.card} busy={busy} onTap={onTap} />
        ),
      )}
      {busy && <p className="bubble busy">{t("chat.busy")}</p>}
      <div ref={end} />
    </div>
  );
}
