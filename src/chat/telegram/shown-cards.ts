import { z } from "zod";
import { insist } from "../insist.ts";
import type { Store } from "../../ports/store.ts";

const kind = "chat.shown";
const Shown = z.strictObject({ cards: z.array(z.strictObject({ cardId: z.string(), messageId: z.int() })) });

/** How many messages of a chat are remembered; older ones are left as they are. */
const remembered = 60;

/** Which message of a chat shows which card. */
export type ShownCards = {
  messageOf(chatId: number, cardId: string): Promise<number | undefined>;
  cardOf(chatId: number, messageId: number): Promise<string | undefined>;
  put(chatId: number, cardId: string, messageId: number): Promise<void>;
};

export function createShownCards(store: Store, tenant: string): ShownCards {
  const keyOf = (chatId: number) => ({ tenant, kind, id: String(chatId) });
  const read = async (chatId: number) => {
    const found = await store.record(keyOf(chatId));
    return { version: found?.version ?? 0, cards: found === undefined ? [] : Shown.parse(found.body).cards };
  };
  return {
    messageOf: async (chatId, cardId) => (await read(chatId)).cards.findLast((one) => one.cardId === cardId)?.messageId,
    cardOf: async (chatId, messageId) =>
      (await read(chatId)).cards.findLast((one) => one.messageId === messageId)?.cardId,
    put: (chatId, cardId, messageId) =>
      insist(async () => {
        const { cards, version } = await read(chatId);
        const body = { cards: [...cards, { cardId, messageId }].slice(-remembered) };
        await store.write((tx) => tx.putRecord({ ...keyOf(chatId), body }, version));
      }),
  };
}
