import { useEffect, useRef } from "react";
import { Async, BoneLines, Empty } from "../../design/async.tsx";
import { Button } from "../../design/button.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useWords } from "../../words/words.ts";
import "./chat.css";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatCard } from "./chat-card.tsx";
import { type Said, useChat } from "./use-chat.ts";

export default function ChatPage() {
  const { say } = useWords();
  const { history, said, sending, restart } = useChat();
  const tap = (data: string, label: string): void =>
    sending.start({ kind: "tap", tap_id: crypto.randomUUID(), data }, label);
  const send = (text: string): void => sending.start({ kind: "message", text, forwarded: false }, text);
  const actions = (
    <Button icon="chat" onClick={restart}>
      {say("chat.new")}
    </Button>
  );
  return (
    <PageFrame title={say("nav.chat")} text={say("chat.text")} actions={actions}>
      <div className="card chat">
        <Async of={history} bones={<BoneLines count={5} height={44} />}>
          {() => <Thread said={said} busy={sending.busy} onTap={tap} />}
        </Async>
        <ProblemNotice error={sending.error} />
        <ChatComposer busy={sending.busy} onSend={send} />
      </div>
    </PageFrame>
  );
}

type ThreadProps = { said: readonly Said[]; busy: boolean; onTap: (data: string, label: string) => void };

function Thread({ said, busy, onTap }: ThreadProps) {
  const { say } = useWords();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not given back: a browser may answer with a promise, which is no clean-up.
    end.current?.scrollIntoView({ block: "nearest" });
  }, [said.length, busy]);
  return (
    <div className="thread" role="log" aria-label={say("chat.label")} tabIndex={0}>
      {said.length === 0 && !busy && <Empty icon="chat" title={say("chat.empty")} text={say("chat.empty.text")} />}
      {said.map((one) =>
        one.kind === "me" ? (
          <p key={one.id} className="bubble me">
            <span className="unseen">{say("chat.you")}: </span>
            {one.text}
          </p>
        ) : (
          <ChatCard key={one.card.card_id} card={one.card} busy={busy} onTap={onTap} />
        ),
      )}
      {busy && <p className="bubble busy">{say("chat.busy")} …</p>}
      <div ref={end} />
    </div>
  );
}
