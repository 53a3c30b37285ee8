import { z } from "zod";
import { effectKeys } from "../contracts/actions/effect-keys.ts";
import type { ChatReply } from "../contracts/api/chat.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { Claim, Tx } from "../ports/store.ts";
import type { ChatDeps, ChatMessage } from "./chat.ts";

/** How long a repeated message or tap is recognised. */
const memoryMs = 24 * 3_600_000;

const Answer = z.object({
  cards: z.array(z.string()),
  notice: z.strictObject({ text: z.string(), alert: z.boolean() }).nullable(),
});
type Answer = z.infer<typeof Answer>;

/**
 * Deliveries of messages and taps by their id. A delivery counts as handled in the transaction that stores its outcome: after
 * a crash before that it is handled again, after it the same reply is given again.
 */
export type Deliveries = {
  /** The reply that was given; undefined for a new message, or one without an id. */
  answered(message: ChatMessage): Promise<Answer | undefined>;
  /** Marks it as handled. Conflict: another process has done so. */
  mark(tx: Tx, message: ChatMessage, reply: ChatReply): void;
  /** The Draft that an earlier, unfinished handling of the message created. */
  draftOf(message: ChatMessage): Promise<string | undefined>;
  markDraft(tx: Tx, message: ChatMessage, draftId: string): void;
};

export function createDeliveries({ store, clock }: Pick<ChatDeps, "store" | "clock">): Deliveries {
  const find = async ({ tenant }: ChatMessage, key: string | undefined): Promise<Claim | undefined> => {
    const found = key === undefined ? undefined : await store.claim(tenant, key);
    return found !== undefined && found.expiresAt > clock.now() ? found : undefined;
  };
  const put = (tx: Tx, message: ChatMessage, { key, answer }: { key: string | undefined; answer: Claim["answer"] }) => {
    if (key === undefined || answer === undefined) return;
    const now = clock.now();
    const claim = { tenant: message.tenant, key, bodyHash: contentHashFull(message.input), expiresAt: now + memoryMs };
    tx.claim(claim, now);
    tx.answerClaim({ ...claim, answer });
  };
  return {
    async answered(message) {
      const found = await find(message, deliveryKey(message));
      if (found === undefined) return undefined;
      return Answer.safeParse(found.answer).data ?? { cards: [], notice: null };
    },
    mark(tx, message, { cards, notice }) {
      put(tx, message, { key: deliveryKey(message), answer: { cards: cards.map(({ card_id: id }) => id), notice } });
    },
    async draftOf(message) {
      const answer = (await find(message, draftKeyOf(message)))?.answer;
      return typeof answer === "string" ? answer : undefined;
    },
    markDraft: (tx, message, draftId) => put(tx, message, { key: draftKeyOf(message), answer: draftId }),
  };
}

/** The key of a message or tap. Telegram's ids of taps are unique everywhere; other ids only within their conversation. */
export function deliveryKey({ conversation, input }: ChatMessage): string | undefined {
  if (input.kind === "tap")
    return conversation.startsWith("tg:")
      ? effectKeys.callback(input.tap_id)
      : `chat:tap:${conversation}:${input.tap_id}`;
  return input.message_id === undefined ? undefined : `chat:message:${conversation}:${input.message_id}`;
}

function draftKeyOf(message: ChatMessage): string | undefined {
  const key = deliveryKey(message);
  return key === undefined ? undefined : `${key}:draft`;
}
