import { chatKinds } from "../../chat/chat-records.ts";
import { Conversation } from "../../chat/conversation.ts";
import { draftKind } from "../../drafts/draft-records.ts";
import type { Store } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import { type PurgeBatches, dropUnchanged, type PurgeScope, pagesOf, timeOfId } from "./purge-batch.ts";

/** Conversations with their cards, if the newest card is old and no card shows an open Draft. */
export async function* oldChats(store: Store, { tenant, cutoff }: PurgeScope): PurgeBatches {
  for await (const page of pagesOf(store, { tenant, kind: chatKinds.conversation })) {
    const old: StoredRecord[] = [];
    for (const record of page) if (await isOld(store, record, cutoff)) old.push(record);
    const drop = async (): Promise<void> => {
      for (const record of old) {
        const cards: StoredRecord[] = [];
        for await (const some of pagesOf(store, { tenant, kind: chatKinds.card, group: record.id }))
          cards.push(...some);
        await dropUnchanged(store, [record, ...cards]);
      }
    };
    if (old.length > 0) yield { count: old.length, drop };
  }
}

async function isOld(store: Store, { tenant, body }: StoredRecord, cutoff: number): Promise<boolean> {
  const { cards } = Conversation.parse(body);
  const newest = timeOfId(cards.at(-1) ?? "");
  if (newest === undefined || newest >= cutoff) return false;
  for (const id of cards) if ((await store.record({ tenant, kind: draftKind, id }))?.status === "DRAFT") return false;
  return true;
}
