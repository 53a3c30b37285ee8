import { z } from "zod";
import { Language } from "../actions/plan.ts";
import { maxCallbackBytes } from "../actions/callback.ts";
import { Zone } from "../zone.ts";

/** A button under a card: one that says something back, or one that opens a page. */
export const CardButton = z.union([
  z.strictObject({ label: z.string().min(1), data: z.string().max(maxCallbackBytes) }),
  z.strictObject({ label: z.string().min(1), url: z.string() }),
]);
export type CardButton = z.infer<typeof CardButton>;

/** One message of ours. A card that comes again under the same id stands in the place of the one before. */
export const Card = z.strictObject({
  card_id: z.uuid(),
  text: z.string(),
  /** Rows of buttons. */
  buttons: z.array(z.array(CardButton)),
});
export type Card = z.infer<typeof Card>;

/** What a person sends: words, words of somebody else, or a tap on a button. */
export const ChatInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("message"),
    text: z.string().min(1).max(10_000),
    /** The words are another person's, handed on. */
    forwarded: z.boolean().default(false),
    /** The card that is replied to: to a Draft's, the words change the Draft. */
    reply_to: z.uuid().optional(),
  }),
  z.strictObject({
    kind: z.literal("voice"),
    file_id: z.string().min(1).max(500),
    transcript: z.string().max(10_000),
    confidence: z.number().min(0).max(1),
  }),
  z.strictObject({
    kind: z.literal("tap"),
    /** Of this tap and no other: the same one twice counts once. */
    tap_id: z.string().min(1).max(200),
    data: z.string().max(200),
  }),
]);
export type ChatInput = z.infer<typeof ChatInput>;

const conversation = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, - or _");

export const ConversationId = z.strictObject({ conversation });

export const ChatRequest = z.strictObject({
  conversation,
  input: ChatInput,
  /** Of our own words; what is said is understood in both. */
  language: Language.optional(),
  /** That dates are meant in. */
  zone: Zone.optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

export const ChatReply = z.strictObject({
  cards: z.array(Card),
  /** A word about the tap itself, for a moment; `alert` where the person must see it. */
  notice: z.strictObject({ text: z.string(), alert: z.boolean() }).nullable(),
});
export type ChatReply = z.infer<typeof ChatReply>;

/** The latest cards of a conversation as they stand now, the oldest first. */
export const ChatHistory = z.strictObject({ conversation, cards: z.array(Card) });
export type ChatHistory = z.infer<typeof ChatHistory>;
