import { z } from "zod";
import type { Store } from "../../ports/store.ts";

const kind = "chat.message";
const Shown = z.strictObject({ messageId: z.int() });
const Held = z.strictObject({ cardId: z.string() });

/** Which message of a chat shows which card. */
export type ShownCards = {
  messageOf(chatId: number, cardId: string): Promise<number | undefined>;
  cardOf(chatId: number, messageId: number): Promise<string | undefined>;
  put(chatId: number, cardId: string, messageId: number): Promise<void>;
};

export function createShownCards(store: Store, tenant: string): ShownCards {
  const byCard = (chatId: number, cardId: string) => ({ tenant, kind, id: `${chatId}:card:${cardId}` });
  const byMessage = (chatId: number, messageId: number) => ({ tenant, kind, id: `${chatId}:message:${messageId}` });
  return {
    async messageOf(chatId, cardId) {
      const found = await store.record(byCard(chatId, cardId));
      return found === undefined ? undefined : Shown.parse(found.body).messageId;
    },
    async cardOf(chatId, messageId) {
      const found = await store.record(byMessage(chatId, messageId));
      return found === undefined ? undefined : Held.parse(found.body).cardId;
    },
    async put(chatId, cardId, messageId) {
      const was = await Promise.all([store.record(byCard(chatId, cardId)), store.record(byMessage(chatId, messageId))]);
      await store.write((tx) => {
        tx.putRecord({ ...byCard(chatId, cardId), body: { messageId } }, was[0]?.version ?? 0);
        tx.putRecord({ ...byMessage(chatId, messageId), body: { cardId } }, was[1]?.version ?? 0);
      });
    },
  };
}
