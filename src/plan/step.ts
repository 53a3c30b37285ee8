import { z } from "zod";
import { Json, JsonObject } from "./json.ts";

/**
 * What a step does to the outside world. A plan's own statement is a claim: the toolbox decides, and a tool without a
 * declared class is `unknown`, which counts as mutating.
 */
export const EffectClass = z.enum(["read", "additive", "destructive", "unknown"]);
export type EffectClass = z.infer<typeof EffectClass>;

export const Effect = z.strictObject({
  class: EffectClass,
  /** Deterministic scope of the effect key, for example `linear:create_issue:<deal>:<task>`. */
  scope: z.string().optional(),
});
export type Effect = z.infer<typeof Effect>;

export const OnError = z.enum(["abort", "continue", "retry"]);
export type OnError = z.infer<typeof OnError>;

/** How a run-time value is compared. There is no expression language: one value, one comparison. */
export const Comparison = z.enum([
  "equal",
  "not_equal",
  "less",
  "at_most",
  "more",
  "at_least",
  "one_of",
  "contains",
  "present",
  "absent",
  "empty",
  "not_empty",
]);
export type Comparison = z.infer<typeof Comparison>;

/** The step runs only if the comparison holds; otherwise it and its dependents are skipped. */
export const Condition = z.strictObject({
  /** Exactly one reference. */
  value: z.string().min(1),
  /** `count` compares the number of elements instead of the value itself. */
  of: z.enum(["value", "count"]).default("value"),
  is: Comparison,
  to: Json.optional(),
});
export type Condition = z.infer<typeof Condition>;

/** Keeps the items of an iteration whose field satisfies the comparison. */
export const ItemFilter = z.strictObject({ path: z.string(), is: Comparison, to: Json.optional() });
export type ItemFilter = z.infer<typeof ItemFilter>;

/** The step runs once for each element of an earlier list, named `as` in its references, never more than `limit` times. */
export const Iteration = z.strictObject({
  /** Exactly one reference, to a list. */
  over: z.string().min(1),
  as: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .default("item"),
  where: z.array(ItemFilter).default([]),
  orderBy: z.strictObject({ path: z.string(), direction: z.enum(["ascending", "descending"]) }).optional(),
  take: z.int().positive().optional(),
  /** A longer list fails the step: nothing is truncated silently. */
  limit: z.int().positive().max(10_000).default(100),
});
export type Iteration = z.infer<typeof Iteration>;

/**
 * The call that undoes a step's effect. When the plan fails or is cancelled, the compensations of confirmed steps are
 * carried out in reverse order, each as an effect of its own.
 */
export const Compensation = z.strictObject({
  tool: z.string().min(1),
  /** May refer to the step's own result. */
  args: JsonObject.default({}),
  retries: z.int().min(0).max(100).default(3),
});
export type Compensation = z.infer<typeof Compensation>;

const stepFields = {
  id: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  dependsOn: z.array(z.string()).default([]),
  /** The name later steps use for the result; defaults to the step's id. */
  resultKey: z.string().min(1).optional(),
  when: Condition.optional(),
  forEach: Iteration.optional(),
  onError: OnError.default("abort"),
  /** Retries after the first attempt. */
  retries: z.int().min(0).max(100).default(0),
  /** A failure halts the run and opens an escalation for an operator. */
  escalate: z.boolean().default(false),
  effect: Effect.optional(),
  compensate: Compensation.optional(),
  /** One line for the person who approves. */
  preview: z.string().optional(),
  deliverable: z.string().optional(),
  acceptance: z.string().optional(),
};

export const ToolStep = z.strictObject({
  ...stepFields,
  kind: z.literal("tool"),
  tool: z.string().min(1),
  /** The toolkit or server the tool belongs to, where the contract names one. */
  toolkit: z.string().optional(),
  args: JsonObject.default({}),
  /** The requested tool that is not available; this step stands in for it. */
  degradedFrom: z.string().min(1).optional(),
});
export type ToolStep = z.infer<typeof ToolStep>;

export const MessageStep = z.strictObject({
  ...stepFields,
  kind: z.literal("message"),
  channel: z.enum(["assistant", "system", "user"]),
  content: z.string(),
  summary: z.string().optional(),
  metadata: JsonObject.default({}),
});
export type MessageStep = z.infer<typeof MessageStep>;

export const LookupStep = z.strictObject({
  ...stepFields,
  kind: z.literal("lookup"),
  query: z.string(),
  target: z.enum(["knowledge_base", "database", "api"]),
  filters: JsonObject.default({}),
});
export type LookupStep = z.infer<typeof LookupStep>;

export const ActionStep = z.strictObject({
  ...stepFields,
  kind: z.literal("action"),
  action: z.string().min(1),
  parameters: JsonObject.default({}),
  mode: z.enum(["queue", "sync", "manual"]),
  conversation: z.union([z.int(), z.string()]).optional(),
});
export type ActionStep = z.infer<typeof ActionStep>;

export const SafetyStep = z.strictObject({
  ...stepFields,
  kind: z.literal("safety"),
  check: z.string().min(1),
  severity: z.enum(["info", "warn", "block"]),
  policyTags: z.array(z.string()).default([]),
  detectedIssues: z.array(z.string()).default([]),
  manualReview: z.boolean().default(false),
  resolution: z.string().optional(),
  fallbackStep: z.string().optional(),
});
export type SafetyStep = z.infer<typeof SafetyStep>;

/** The longest wait: ten years. */
const maxWaitSeconds = 315_360_000;

/** Without a time-out the step waits as long as it takes; `continue` ends it with `timed_out: true`. */
const timeout = {
  timeoutSeconds: z.int().positive().max(maxWaitSeconds).optional(),
  onTimeout: z.enum(["fail", "continue"]).default("fail"),
};

/** What a step waits for. */
export const WaitFor = z.discriminatedUnion("for", [
  /** `until` is a timestamp with an offset, or exactly one reference to one. */
  z.strictObject({ for: z.literal("time"), until: z.string().min(1) }),
  /** `seconds` is a number, or exactly one reference to one. */
  z.strictObject({
    for: z.literal("duration"),
    seconds: z.union([z.int().positive().max(maxWaitSeconds), z.string().min(1)]),
  }),
  /** The first event of the channel, after the step started, whose payload passes every filter. */
  z.strictObject({
    for: z.literal("event"),
    channel: z.string().min(1).max(200),
    where: z.array(ItemFilter).default([]),
    ...timeout,
  }),
  /** A person's answer: one of the choices, or any text without choices. */
  z.strictObject({
    for: z.literal("answer"),
    question: z.string().min(1),
    choices: z.array(z.string().min(1)).max(50).default([]),
    ...timeout,
  }),
]);
export type WaitFor = z.infer<typeof WaitFor>;

export const WaitStep = z.strictObject({ ...stepFields, kind: z.literal("wait"), wait: WaitFor });
export type WaitStep = z.infer<typeof WaitStep>;

/** Runs a saved plan as a run of its own and waits until it has ended; without a version, the latest. */
export const PlanStep = z.strictObject({
  ...stepFields,
  kind: z.literal("plan"),
  plan: z.string().min(1),
  version: z.int().positive().optional(),
  parameters: JsonObject.default({}),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const Step = z.discriminatedUnion("kind", [
  ToolStep,
  MessageStep,
  LookupStep,
  ActionStep,
  SafetyStep,
  WaitStep,
  PlanStep,
]);
export type Step = z.infer<typeof Step>;
export type StepKind = Step["kind"];
