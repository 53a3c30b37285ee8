import { contentHash } from "../plan/hash.ts";
import type { Store, Tx } from "../ports/store.ts";
import { Conversation, StoredCard } from "./conversation.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import { createKeyedQueue } from "../plan/keyed-queue.ts";

export type ConversationRef = { tenant: string; conversation: string };

type ConversationChange = {
  to: (now: Conversation | undefined) => Conversation;
  /** Runs in the same transaction. */
  inTransaction?: (tx: Tx) => void;
};

/** Conversations and cards in the store. */
export type ChatRecords = {
  conversation(place: ConversationRef): Promise<Conversation | undefined>;
  /** Reads, changes and writes it atomically; `change` is called again after a conflict. */
  change(place: ConversationRef, change: ConversationChange): Promise<Conversation>;
  card(tenant: string, id: string): Promise<StoredCard | undefined>;
  putCard(tenant: string, id: string, card: StoredCard): Promise<void>;
  /** Deletes cards that are no longer shown. */
  dropCards(tenant: string, ids: readonly string[]): Promise<void>;
};

/** The record kinds of this module. */
export const chatKinds = { conversation: "chat.conversation", card: "chat.card" } as const;

export function createChatRecords(store: Store): ChatRecords {
  const lanes = createKeyedQueue();
  /** Serialised within this process; retried on conflicts with other processes. */
  const inOrder = <T>(key: string, work: () => Promise<T>): Promise<T> => lanes.run(key, () => retryOnConflict(work));
  const read = (tenant: string, kind: string, id: string) => store.record({ tenant, kind, id });
  return {
    async conversation({ tenant, conversation }) {
      const found = await read(tenant, chatKinds.conversation, conversation);
      return found === undefined ? undefined : Conversation.parse(found.body);
    },
    change({ tenant, conversation: id }, { to, inTransaction }) {
      return inOrder(`${tenant} ${id}`, async () => {
        const found = await read(tenant, chatKinds.conversation, id);
        const body = to(found === undefined ? undefined : Conversation.parse(found.body));
        const isSame = found !== undefined && contentHash(found.body) === contentHash(body);
        if (isSame && inTransaction === undefined) return body;
        await store.write((tx) => {
          if (!isSame) tx.putRecord({ tenant, kind: chatKinds.conversation, id, body }, found?.version ?? 0);
          inTransaction?.(tx);
        });
        return body;
      });
    },
    async card(tenant, id) {
      const found = await read(tenant, chatKinds.card, id);
      return found === undefined ? undefined : StoredCard.parse(found.body);
    },
    putCard(tenant, id, body) {
      return inOrder(`${tenant} ${id}`, async () => {
        const was = (await read(tenant, chatKinds.card, id))?.version ?? 0;
        const group = body.conversation;
        await store.write((tx) => tx.putRecord({ tenant, kind: chatKinds.card, id, group, body }, was));
      });
    },
    async dropCards(tenant, ids) {
      for (const id of ids)
        await retryOnConflict(async () => {
          const found = await read(tenant, chatKinds.card, id);
          if (found !== undefined) await store.write((tx) => tx.dropRecord(found, found.version));
        });
    },
  };
}
