import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { Condition, Iteration } from "../../plan/step.ts";
import { Timestamp } from "../timestamp.ts";

/** Where the right plan came from. */
export const LessonSource = z.enum(["written", "corrected", "picked", "model"]);
export type LessonSource = z.infer<typeof LessonSource>;

/** A request and the plan that is right for it. */
export const TeachRequest = z.strictObject({
  request: z.string().min(1).max(1000),
  /** A plan of any contract, or a planner's whole answer. Only calls of tools are taught. */
  plan: JsonObject,
  /** Parameters that keep their value although the request does not say it; `*` for all of them. */
  fixed: z.array(z.string().min(1).max(200)).max(100).default([]),
  /** What was known besides the request, such as the room of the speaker. */
  context: JsonObject.default({}),
  source: LessonSource.default("written"),
  /** The time that relative dates of the request refer to; the current time by default. */
  now: z.string().max(40).optional(),
  zone: z.string().min(1).max(100).default("UTC"),
  /** The rule as the teacher edited it: a pack with one intent, in YAML. */
  rule: z.string().min(1).max(20_000).optional(),
  /** Derive and check only; nothing is kept. */
  dry_run: z.boolean().default(false),
});
export type TeachRequest = z.infer<typeof TeachRequest>;

/** One call of the taught plan. */
export const LessonCall = z.strictObject({
  id: z.string(),
  tool: z.string(),
  args: JsonObject,
  when: Condition.optional(),
  forEach: Iteration.optional(),
});

export const LessonRow = z.strictObject({
  id: z.string(),
  request: z.string(),
  calls: z.array(LessonCall),
  source: LessonSource,
  status: z.enum(["active", "revoked"]),
  taught_by: z.string(),
  taught_at: Timestamp,
});
export type LessonRow = z.infer<typeof LessonRow>;

export type LessonCall = z.infer<typeof LessonCall>;

/** How one argument of the plan follows from the request. */
export const LessonAlignment = z.strictObject({
  call: z.string(),
  param: z.string(),
  value: Json,
  how: z.enum(["said", "meant", "context", "today", "result", "fixed"]),
  words: z.string().optional(),
  /** The same in one sentence. */
  sentence: z.string(),
});
export type LessonAlignment = z.infer<typeof LessonAlignment>;

/** A lesson with the rule derived from it. */
export const LessonView = LessonRow.extend({
  alignments: z.array(LessonAlignment),
  /** The words that name the operation. */
  words: z.array(z.string()),
  /** The rule as a pack in YAML; empty for a revoked lesson. */
  rule: z.string(),
});
export type LessonView = z.infer<typeof LessonView>;

export const LessonList = z.strictObject({ lessons: z.array(LessonRow), next_cursor: z.string().nullable() });
export type LessonList = z.infer<typeof LessonList>;

/** A request that is planned differently with the lesson. */
export const LessonDifference = z.strictObject({
  request: z.string(),
  /** Where the request was taken from. */
  from: z.enum(["lesson", "pack", "recent"]),
  before: z.string(),
  after: z.string(),
});
export type LessonDifference = z.infer<typeof LessonDifference>;

export const TaughtLesson = z.strictObject({
  kept: z.boolean(),
  lesson: LessonView,
  differences: z.array(LessonDifference),
  /** How many requests were planned again. */
  checked: z.int(),
  /** Version of the taught rules; unchanged if nothing was kept. */
  version: z.int(),
});
export type TaughtLesson = z.infer<typeof TaughtLesson>;

/** A model's plan that ran to its end: what it cost, and what could be taught. */
export const LessonOffer = z.strictObject({
  request: z.string(),
  plan: JsonObject,
  /** How many runs had a plan with the same calls. */
  times: z.int(),
  cost_cents: z.number(),
});
export const LessonOffers = z.strictObject({ offers: z.array(LessonOffer) });
export type LessonOffers = z.infer<typeof LessonOffers>;

/** One change of the taught rules. */
export const TaughtVersion = z.strictObject({
  version: z.int(),
  at: Timestamp,
  by: z.string(),
  change: z.string(),
});
export const TaughtVersions = z.strictObject({ versions: z.array(TaughtVersion) });
export type TaughtVersions = z.infer<typeof TaughtVersions>;

export const TaughtDiff = z.strictObject({
  from: z.int(),
  to: z.int(),
  added: z.array(LessonRow),
  removed: z.array(LessonRow),
});
export type TaughtDiff = z.infer<typeof TaughtDiff>;

export const RevertRequest = z.strictObject({ version: z.int().min(0) });
