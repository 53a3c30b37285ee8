import { z } from "zod";
import { Language } from "../actions/plan.ts";
import { maxCallbackBytes } from "../actions/callback.ts";
import { Zone } from "../zone.ts";

/** A button of a card: sends a callback, or opens a page. */
export const CardButton = z.union([
  z.strictObject({
    label: z.string().min(1),
    data: z.string().max(maxCallbackBytes),
    /** The one button that does what the card proposes. */
    primary: z.literal(true).exactOptional(),
  }),
  z.strictObject({ label: z.string().min(1), url: z.string() }),
]);
export type CardButton = z.infer<typeof CardButton>;

/** One message to the user. A card with the same id replaces the earlier one. */
export const Card = z.strictObject({
  card_id: z.uuid(),
  text: z.string(),
  /** Rows of buttons. */
  buttons: z.array(z.array(CardButton)),
});
export type Card = z.infer<typeof Card>;

/** Unique for this message: one that is sent again under the same id gets the same reply and does nothing twice. */
const message_id = z.string().min(1).max(200).optional();

/** What a user sends: text, forwarded text, or a tap on a button. */
export const ChatInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("message"),
    message_id,
    text: z.string().min(1).max(10_000),
    /** The text was written by another person and forwarded. */
    forwarded: z.boolean().default(false),
    /** The card that is replied to: a reply to a Draft's card edits the Draft. */
    reply_to: z.uuid().optional(),
  }),
  z.strictObject({
    kind: z.literal("voice"),
    message_id,
    file_id: z.string().min(1).max(500),
    transcript: z.string().max(10_000),
    confidence: z.number().min(0).max(1),
  }),
  z.strictObject({
    kind: z.literal("tap"),
    /** Unique for this tap: the same id counts once. */
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
  /** The language of replies; requests are understood in every language. */
  language: Language.optional(),
  /** The time zone of dates. */
  zone: Zone.optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

export const ChatReply = z.strictObject({
  cards: z.array(Card),
  /** A short-lived note about the tap; `alert` when the user must see it. */
  notice: z.strictObject({ text: z.string(), alert: z.boolean() }).nullable(),
});
export type ChatReply = z.infer<typeof ChatReply>;

/** The latest cards of a conversation in their current state, oldest first. */
export const ChatHistory = z.strictObject({ conversation, cards: z.array(Card) });
export type ChatHistory = z.infer<typeof ChatHistory>;
