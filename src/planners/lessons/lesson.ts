import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { Condition, Iteration } from "../../plan/step.ts";

/** Longest request that is taught: a longer text is a story, and a rule would hold for it alone. */
const maxRequestChars = 1000;
export const maxLessonSteps = 20;
/** Longest calls and context of a lesson, as JSON: every rule is read with all others. */
export const maxLessonChars = 20_000;

/** One call of the right plan, as in the Plan model. A string `{{id.path}}` refers to the result of an earlier step. */
export const LessonStep = z.strictObject({
  id: z.string().min(1).max(100),
  tool: z.string().min(1).max(200),
  args: JsonObject.default({}),
  dependsOn: z.array(z.string()).default([]),
  when: Condition.optional(),
  forEach: Iteration.optional(),
  /** Scope of the effect key, and the line for the person who approves. */
  scope: z.string().max(500).optional(),
  preview: z.string().max(500).optional(),
});
export type LessonStep = z.infer<typeof LessonStep>;

/** Where the right plan came from. */
const LessonSource = z.enum(["written", "corrected", "picked", "model"]);
export type LessonSource = z.infer<typeof LessonSource>;

/** A request, the plan that is right for it, and who taught it. */
export const Lesson = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{6,40}$/),
  request: z.string().min(1).max(maxRequestChars),
  steps: z.array(LessonStep).min(1).max(maxLessonSteps),
  /** Parameters whose value the teacher declared constant although the request does not say it. */
  fixed: z.array(z.string()).default([]),
  /** What was known besides the request: the fields of its `system` message. */
  context: JsonObject.default({}),
  /** The time and zone that relative dates of the request refer to. */
  now: z.string(),
  zone: z.string(),
  taughtBy: z.string(),
  taughtAt: z.string(),
  source: LessonSource,
});
export type Lesson = z.infer<typeof Lesson>;
