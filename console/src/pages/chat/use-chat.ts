import { useCallback, useEffect, useState } from "react";
import type { Card, ChatInput } from "../../../../src/contracts/api/chat.ts";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { type Mutation, useMutation } from "../../live/use-mutation.ts";
import { type Query, useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";

/** An entry of the thread: our message, which only this page stores, or a card of the server. */
export type ChatEntry = { kind: "me"; id: string; text: string } | { kind: "card"; card: Card };

export type Conversation = {
  history: Query<readonly Card[]>;
  said: readonly ChatEntry[];
  sending: Mutation<[ChatInput, string]>;
  restart: () => void;
};

export function useChat(): Conversation {
  const { language } = useI18n();
  const [id, setId] = useState(storedConversation);
  const [mine, setMine] = useState<readonly { id: string; text: string; after: number }[]>([]);
  const [cards, setCards] = useState<readonly Card[]>([]);
  const history = useQuery(
    async (signal) => (await api.getChat({ params: { conversation: id }, signal })).cards,
    [id],
    {
      on: ["chat", "draft", "run"],
    },
  );
  useEffect(() => {
    if (history.value !== undefined) setCards((before) => merge(before, history.value ?? []));
  }, [history.value]);
  const sending = useMutation(
    useCallback(
      async (input: ChatInput, text: string) => {
        setMine((before) => [...before, { id: crypto.randomUUID(), text, after: cards.length }]);
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const reply = await api.chat({ body: { conversation: id, input, language, zone } });
        setCards((before) => merge(before, reply.cards));
        if (reply.notice !== null) toast(reply.notice.text);
      },
      [id, language, cards.length],
    ),
  );
  const restart = (): void => {
    setId(newConversation());
    setMine([]);
    setCards([]);
  };
  return { history, said: runInOrder(cards, mine), sending, restart };
}

/** A newer version of a card replaces the older one. */
function merge(before: readonly Card[], now: readonly Card[]): readonly Card[] {
  const latest = new Map([...before, ...now].map((card) => [card.card_id, card]));
  const order = [...new Set([...before, ...now].map((card) => card.card_id))];
  return order.flatMap((id) => latest.get(id) ?? []);
}

function runInOrder(cards: readonly Card[], mine: readonly { id: string; text: string; after: number }[]): ChatEntry[] {
  const said: ChatEntry[] = [];
  for (let at = 0; at <= cards.length; at += 1) {
    for (const one of mine) if (one.after === at) said.push({ kind: "me", id: one.id, text: one.text });
    const card = cards[at];
    if (card !== undefined) said.push({ kind: "card", card });
  }
  return said;
}

const place = "planwright.conversation";

function storedConversation(): string {
  try {
    return sessionStorage.getItem(place) ?? newConversation();
  } catch {
    return `console-${crypto.randomUUID()}`;
  }
}

function newConversation(): string {
  const id = `console-${crypto.randomUUID()}`;
  try {
    sessionStorage.setItem(place, id);
  } catch {
    // The conversation then lasts as long as the page.
  }
  return id;
}
