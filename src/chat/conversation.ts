import { z } from "zod";
import { Language } from "../contracts/actions/plan.ts";

const ofDraft = { draftId: z.string(), revisionId: z.string() };

/** What the next words of a person are for, when they are not a new request. */
export const ExpectedInput = z.discriminatedUnion("for", [
  z.strictObject({ for: z.literal("edit"), ...ofDraft }),
  /** Not strict: what was kept before may name the question too. */
  z.object({ for: z.literal("answer"), ...ofDraft }),
  z.strictObject({ for: z.literal("name"), ...ofDraft, query: z.string(), said: z.string() }),
  /** Nothing was understood, for the how-manieth time. */
  z.strictObject({ for: z.literal("anew"), ...ofDraft, round: z.int() }),
  z.strictObject({ for: z.literal("transcript"), cardId: z.string() }),
]);
export type ExpectedInput = z.infer<typeof ExpectedInput>;

/** What is kept of a conversation; Drafts keep themselves. */
export const Conversation = z.strictObject({
  language: Language,
  /** By the person's id: in a group several are asked at once. */
  people: z.record(z.string(), z.strictObject({ name: z.string().optional(), waiting: ExpectedInput.optional() })),
  /** The newest last. */
  cards: z.array(z.string()),
});
export type Conversation = z.infer<typeof Conversation>;

/** How many cards of a conversation are remembered. */
export const rememberedCards = 30;

const place = { conversation: z.string(), language: Language };

/** What is needed to show a card again. A Draft's card goes by the Draft's own id. */
export const StoredCard = z.discriminatedUnion("kind", [
  /** `stand` is how the Draft stood when it was last shown in answer to somebody. */
  z.strictObject({ kind: z.literal("draft"), ...place, zone: z.string(), stand: z.string().optional() }),
  z.strictObject({ kind: z.literal("answer"), ...place, head: z.string(), rows: z.array(z.string()), page: z.int() }),
  z.strictObject({ kind: z.literal("note"), ...place, text: z.string() }),
  z.strictObject({
    kind: z.literal("voice"),
    ...place,
    actorId: z.string(),
    fileId: z.string(),
    transcript: z.string(),
    confidence: z.number(),
    zone: z.string(),
    /** Made of it already, and not shown before the transcript is confirmed. */
    draftId: z.string().optional(),
    isSettled: z.boolean(),
  }),
]);
export type StoredCard = z.infer<typeof StoredCard>;
export type VoiceCard = Extract<StoredCard, { kind: "voice" }>;
