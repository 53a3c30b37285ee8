import { z } from "zod";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";

const kind = "chat.shown";
/** A message that shows a card; `contentHash` is a hash of its last text, absent if that is unknown. */
const ShownCard = z.strictObject({
  cardId: z.string(),
  messageId: z.int(),
  contentHash: z.string().exactOptional(),
  /** The update that it answered. */
  update: z.int().exactOptional(),
});
type ShownCard = z.infer<typeof ShownCard>;
const Shown = z.strictObject({ cards: z.array(ShownCard) });

/** How many messages of a chat are stored; older ones are not edited. */
const remembered = 60;

/** A message as it was found. */
export type VersionedCard = ShownCard & { version: number };

/** Which message of a chat shows which card, and what it says. */
export type ShownCards = {
  find(chatId: number, cardId: string): Promise<VersionedCard | undefined>;
  cardOf(chatId: number, messageId: number): Promise<string | undefined>;
  put(chatId: number, card: ShownCard): Promise<void>;
  /** Its text is this, or unknown because another process may have changed it. */
  setContent(chatId: number, found: VersionedCard, content?: string): Promise<void>;
  /** The message is gone. */
  drop(chatId: number, messageId: number): Promise<void>;
};

export function createShownCards(store: Store, tenant: string): ShownCards {
  const keyOf = (chatId: number) => ({ tenant, kind, id: String(chatId) });
  const read = async (chatId: number) => {
    const found = await store.record(keyOf(chatId));
    return { version: found?.version ?? 0, cards: found === undefined ? [] : Shown.parse(found.body).cards };
  };
  const write = (chatId: number, cards: ShownCard[], version: number): Promise<void> =>
    store.write((tx) => tx.putRecord({ ...keyOf(chatId), body: { cards } }, version));
  const change = (chatId: number, changed: (cards: ShownCard[]) => ShownCard[]): Promise<void> =>
    retryOnConflict(async () => {
      const { cards, version } = await read(chatId);
      await write(chatId, changed(cards), version);
    });
  return {
    async find(chatId, cardId) {
      const { cards, version } = await read(chatId);
      const found = cards.findLast((one) => one.cardId === cardId);
      return found && { ...found, version };
    },
    cardOf: async (chatId, messageId) =>
      (await read(chatId)).cards.findLast((one) => one.messageId === messageId)?.cardId,
    put: (chatId, card) => change(chatId, (cards) => [...cards, card].slice(-remembered)),
    async setContent(chatId, { version, cardId, messageId }, content) {
      const replaceWith = (card: ShownCard) => (cards: ShownCard[]) =>
        cards.map((one) => (one.messageId === messageId ? card : one));
      const withUnknownContent = replaceWith({ cardId, messageId });
      if (content === undefined) return change(chatId, withUnknownContent);
      try {
        await write(
          chatId,
          replaceWith({ cardId, messageId, contentHash: content })((await read(chatId)).cards),
          version,
        );
      } catch (error) {
        if (!isConflict(error)) throw error;
        await change(chatId, withUnknownContent);
      }
    },
    drop: (chatId, messageId) => change(chatId, (cards) => cards.filter((one) => one.messageId !== messageId)),
  };
}
