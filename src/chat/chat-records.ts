import type { Store } from "../ports/store.ts";
import { isConflict } from "../ports/store-error.ts";
import { Conversation, KeptCard } from "./conversation.ts";

export type Place = { tenant: string; conversation: string };

/** Conversations and cards in the store. */
export type ChatRecords = {
  conversation(place: Place): Promise<Conversation | undefined>;
  /** Reads, changes and writes it as one; `change` may be called again when somebody else was quicker. */
  change(place: Place, change: (now: Conversation | undefined) => Conversation): Promise<Conversation>;
  card(tenant: string, id: string): Promise<KeptCard | undefined>;
  putCard(tenant: string, id: string, card: KeptCard): Promise<void>;
};

const kinds = { conversation: "chat.conversation", card: "chat.card" } as const;
const tries = 20;

export function createChatRecords(store: Store): ChatRecords {
  const read = (tenant: string, kind: string, id: string) => store.record({ tenant, kind, id });
  return {
    async conversation({ tenant, conversation }) {
      const found = await read(tenant, kinds.conversation, conversation);
      return found === undefined ? undefined : Conversation.parse(found.body);
    },
    change({ tenant, conversation: id }, change) {
      return insist(async () => {
        const found = await read(tenant, kinds.conversation, id);
        const body = change(found === undefined ? undefined : Conversation.parse(found.body));
        await store.write((tx) => tx.putRecord({ tenant, kind: kinds.conversation, id, body }, found?.version ?? 0));
        return body;
      });
    },
    async card(tenant, id) {
      const found = await read(tenant, kinds.card, id);
      return found === undefined ? undefined : KeptCard.parse(found.body);
    },
    putCard(tenant, id, body) {
      return insist(async () => {
        const was = (await read(tenant, kinds.card, id))?.version ?? 0;
        const group = body.conversation;
        await store.write((tx) => tx.putRecord({ tenant, kind: kinds.card, id, group, body }, was));
      });
    },
  };
}

/** Tries again while others write the same record. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || left === 0) throw error;
    }
  }
}
