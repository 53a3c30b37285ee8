import { useCallback, useEffect, useState } from "react";
import type { Card, ChatInput } from "../../../../src/contracts/api/chat.ts";
import { toast } from "../../design/toast.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { type Mutation, useMutation } from "../../live/use-mutation.ts";
import { type Query, useQuery } from "../../live/use-query.ts";
import { noReply, type ReactReply, streamReact } from "./react-stream.ts";

/** An entry of the thread: our message, which only this page stores, a card of the server, or the reply of a ReAct run. */
export type ChatEntry =
  | { kind: "me"; id: string; text: string }
  | { kind: "card"; card: Card }
  | { kind: "react"; id: string; reply: ReactReply };

type Conversation = {
  history: Query<readonly Card[]>;
  entries: readonly ChatEntry[];
  sending: Mutation<[ChatInput, string]>;
  /** Answers by a ReAct run instead of the chat. */
  reasoning: Mutation<[string]>;
  restart: () => void;
};

export function useChat(): Conversation {
  const { language } = useI18n();
  const [id, setId] = useState(storedConversation);
  const [entries, setEntries] = useState<readonly ChatEntry[]>([]);
  const history = useQuery(
    ["getChat", id],
    async (signal) => (await api.getChat({ params: { conversation: id }, signal })).cards,
    { on: ["chat", "draft", "run"] },
  );
  const { value } = history;
  useEffect(() => {
    if (value !== undefined) setEntries((before) => refresh(before, value));
  }, [value]);
  const sending = useMutation(
    useCallback(
      async (input: ChatInput, text: string) => {
        setEntries((before) => [...before, { kind: "me", id: crypto.randomUUID(), text }]);
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const reply = await api.chat({ body: { conversation: id, input, language, zone } });
        setEntries((before) => answer(before, reply.cards));
        if (reply.notice !== null) toast(reply.notice.text);
      },
      [id, language],
    ),
  );
  const reasoning = useMutation(
    useCallback(
      async (text: string) => {
        const run = crypto.randomUUID();
        const show = (reply: ReactReply): void =>
          setEntries((before) =>
            before.map((one) => (one.kind === "react" && one.id === run ? { ...one, reply } : one)),
          );
        setEntries((before) => [
          ...before,
          { kind: "me", id: crypto.randomUUID(), text },
          { kind: "react", id: run, reply: noReply },
        ]);
        await streamReact({ id: run, session: id, text, onChange: show });
      },
      [id],
    ),
  );
  const restart = (): void => {
    setId(newConversation());
    setEntries([]);
  };
  return { history, entries, sending, reasoning, restart };
}

/** The current versions of the cards that are shown, each in its place; new ones at the end. */
function refresh(entries: readonly ChatEntry[], cards: readonly Card[]): ChatEntry[] {
  const latest = new Map(cards.map((card) => [card.card_id, card]));
  const known = new Set(entries.flatMap((entry) => (entry.kind === "card" ? [entry.card.card_id] : [])));
  return [
    ...entries.map((entry): ChatEntry =>
      entry.kind === "card" ? { kind: "card", card: latest.get(entry.card.card_id) ?? entry.card } : entry,
    ),
    ...cards.filter(({ card_id: id }) => !known.has(id)).map((card): ChatEntry => ({ kind: "card", card })),
  ];
}

/** An answer is after what was said: a card that comes again moves to the end. */
function answer(entries: readonly ChatEntry[], cards: readonly Card[]): ChatEntry[] {
  const again = new Set(cards.map(({ card_id: id }) => id));
  return [
    ...entries.filter((entry) => entry.kind !== "card" || !again.has(entry.card.card_id)),
    ...cards.map((card): ChatEntry => ({ kind: "card", card })),
  ];
}

const storageKey = "planwright.conversation";

function storedConversation(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? newConversation();
  } catch {
    return `console-${crypto.randomUUID()}`;
  }
}

function newConversation(): string {
  const id = `console-${crypto.randomUUID()}`;
  try {
    sessionStorage.setItem(storageKey, id);
  } catch {
    // The conversation then lasts as long as the page.
  }
  return id;
}
