import { z } from "zod";
import { Language } from "../contracts/actions/plan.ts";
import { CardButton } from "../contracts/api/chat.ts";

const ofDraft = { draftId: z.string(), revisionId: z.string() };

/** What the person's next message is expected to be, if not a new request. */
export const ExpectedInput = z.discriminatedUnion("for", [
  z.strictObject({ for: z.literal("edit"), ...ofDraft }),
  /** Not strict: older records also name the question. */
  z.object({ for: z.literal("answer"), ...ofDraft }),
  /** No record has that name; `round` counts the names so far. */
  z.strictObject({
    for: z.literal("name"),
    ...ofDraft,
    query: z.string(),
    request: z.string(),
    round: z.int().default(1),
  }),
  /** The request was not understood; `round` counts the attempts. */
  z.strictObject({ for: z.literal("rephrased"), ...ofDraft, round: z.int() }),
  /** The transcript is shown: yes confirms it, no asks for the right words. */
  z.strictObject({ for: z.literal("voice"), cardId: z.string() }),
  z.strictObject({ for: z.literal("transcript"), cardId: z.string() }),
  /** A question about a lesson is shown: yes continues, anything else ends it. */
  z.strictObject({
    for: z.literal("lesson"),
    ...ofDraft,
    verb: z.enum(["draft.teach", "draft.learn"]),
    isFixed: z.boolean(),
  }),
]);
export type ExpectedInput = z.infer<typeof ExpectedInput>;

/** The stored state of a conversation; Drafts are stored separately. */
export const Conversation = z.strictObject({
  language: Language,
  /** By person id: in a group several people can be asked at the same time. */
  people: z.record(
    z.string(),
    z.strictObject({
      name: z.string().exactOptional(),
      /** When the person last wrote. */
      at: z.int().exactOptional(),
      /** The delivery that is being handled: if it arrives again, a crash interrupted it. */
      handling: z.string().exactOptional(),
      waiting: ExpectedInput.exactOptional(),
      /** The messages that the person's next one may refer to, one per line. */
      thread: z.string().exactOptional(),
      /** How many of them, from the first, were carried out. */
      done: z.int().exactOptional(),
      /** The Draft the person sees as open, and the last one that was applied. */
      open: z.strictObject(ofDraft).exactOptional(),
      applied: z.strictObject(ofDraft).exactOptional(),
    }),
  ),
  /** The newest last. */
  cards: z.array(z.string()),
});
export type Conversation = z.infer<typeof Conversation>;

/** How many cards, people, messages and characters of a conversation are stored. */
export const rememberedCards = 30;
export const rememberedPeople = 100;
export const rememberedMessages = 6;
export const rememberedCharacters = 4000;

const place = { conversation: z.string(), language: Language };

/** What is needed to show a card again. The id of a Draft's card is the Draft's id. */
export const StoredCard = z.discriminatedUnion("kind", [
  /** `stateKey` identifies the state of the Draft when it was last shown in a reply, `shownBy` the delivery it replied to. */
  z.strictObject({
    kind: z.literal("draft"),
    ...place,
    zone: z.string(),
    stateKey: z.string().exactOptional(),
    shownBy: z.string().exactOptional(),
    /** Whether the person it was shown to may teach, and the request that the Draft corrects. */
    mayTeach: z.boolean().exactOptional(),
    requestText: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("answer"), ...place, head: z.string(), rows: z.array(z.string()), page: z.int() }),
  z.strictObject({
    kind: z.literal("note"),
    ...place,
    text: z.string(),
    buttons: z.array(z.array(CardButton)).default([]),
  }),
  z.strictObject({
    kind: z.literal("voice"),
    ...place,
    actorId: z.string(),
    fileId: z.string(),
    transcript: z.string(),
    confidence: z.number(),
    zone: z.string(),
    /** The Draft made from it, which is not shown before the transcript is confirmed. */
    draftId: z.string().exactOptional(),
    isSettled: z.boolean(),
  }),
]);
export type StoredCard = z.infer<typeof StoredCard>;
export type VoiceCard = Extract<StoredCard, { kind: "voice" }>;
