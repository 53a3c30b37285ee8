import { useEffect, useRef } from "react";
import { hrefTo } from "../../app/router.ts";
import { LoadState, SkeletonLines, EmptyState } from "../../design/load-state.tsx";
import { Button } from "../../design/button.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { toolTitle } from "../../plan/step-title.ts";
import "./chat.css";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatCard } from "./chat-card.tsx";
import type { ReactReply } from "./react-stream.ts";
import { type ChatEntry, useChat } from "./use-chat.ts";

export default function ChatPage() {
  const { t } = useI18n();
  const { history, entries, sending, reasoning, restart } = useChat();
  const busy = sending.busy || reasoning.busy;
  const tap = (data: string, label: string): void =>
    sending.start({ kind: "tap", tap_id: crypto.randomUUID(), data }, label);
  const send = (text: string, reasons: boolean): void =>
    reasons
      ? reasoning.start(text)
      : sending.start({ kind: "message", text, forwarded: false, message_id: crypto.randomUUID() }, text);
  const actions = (
    <Button icon="chat" onClick={restart}>
      {t("chat.new")}
    </Button>
  );
  return (
    <PageFrame title={t("nav.chat")} text={t("chat.text")} actions={actions}>
      <div className="card chat">
        <LoadState query={history} skeleton={<SkeletonLines count={5} height={44} />}>
          {() => <Thread entries={entries} isSending={sending.busy} busy={busy} onTap={tap} />}
        </LoadState>
        <ProblemNotice error={sending.error ?? reasoning.error} />
        <ChatComposer busy={busy} onSend={send} />
      </div>
    </PageFrame>
  );
}

type ThreadProps = {
  entries: readonly ChatEntry[];
  /** A message is on its way; the reply of a ReAct run shows its own progress. */
  isSending: boolean;
  busy: boolean;
  onTap: (data: string, label: string) => void;
};

function Thread({ entries, isSending, busy, onTap }: ThreadProps) {
  const { t } = useI18n();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // No return value: a promise is not a valid cleanup.
    end.current?.scrollIntoView({ block: "nearest" });
  }, [entries, busy]);
  return (
    <div className="thread" role="log" aria-label={t("chat.label")} tabIndex={0}>
      {entries.length === 0 && !busy && <EmptyState icon="chat" title={t("chat.empty")} text={t("chat.empty.text")} />}
      {entries.map((one) =>
        one.kind === "me" ? (
          <p key={one.id} className="bubble me">
            <span className="visually-hidden">{t("chat.you")}: </span>
            {one.text}
          </p>
        ) : one.kind === "react" ? (
          <ReactBubble key={one.id} id={one.id} reply={one.reply} />
        ) : (
          <ChatCard key={one.card.card_id} card={one.card} busy={busy} onTap={onTap} />
        ),
      )}
      {isSending && <p className="bubble busy">{t("chat.busy")}</p>}
      <div ref={end} />
    </div>
  );
}

/** The reply of a ReAct run: the tools it has called, and its words as they arrive. */
function ReactBubble({ id, reply: { text, tools, isDone } }: { id: string; reply: ReactReply }) {
  const { t } = useI18n();
  return (
    <div className="bubble" aria-busy={!isDone}>
      {tools.length > 0 && <p className="small faint">{t("chat.used", { tools: tools.map(toolTitle).join(", ") })}</p>}
      <p className="bubble-text">{text}</p>
      {!isDone && <p className="small faint">{t("chat.reasoning")}</p>}
      {isDone && (
        <a className="small" href={hrefTo(["runs", "react", id])}>
          {t("inbox.run")}
        </a>
      )}
    </div>
  );
}
