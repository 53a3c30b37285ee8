import { z } from "zod";
import { Json, JsonObject } from "./json.ts";

/**
 * What a step does to the outside world. A plan's own statement is a claim: the toolbox decides, and a tool without a
 * declared class is `unknown`, which counts as mutating.
 */
export const EffectClass = z.enum(["read", "additive", "destructive", "unknown"]);
export type EffectClass = z.infer<typeof EffectClass>;

const Effect = z.strictObject({
  class: EffectClass.describe("what the plan claims; the toolbox decides"),
  scope: z.string().optional().describe("idempotency scope of the write"),
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
  value: z.string().min(1).describe("exactly one reference"),
  of: z.enum(["value", "count"]).default("value").describe("compare the value, or the number of its elements"),
  is: Comparison.describe("comparison"),
  to: Json.optional().describe("value to compare with"),
});
export type Condition = z.infer<typeof Condition>;

/** Keeps the items of an iteration whose field satisfies the comparison. */
export const ItemFilter = z.strictObject({
  path: z.string().describe("path within the item"),
  is: Comparison.describe("comparison"),
  to: Json.optional().describe("value to compare with"),
});
export type ItemFilter = z.infer<typeof ItemFilter>;

/** The step runs once for each element of an earlier list, named `as` in its references, never more than `limit` times. */
export const Iteration = z.strictObject({
  over: z.string().min(1).describe("exactly one reference, to a list"),
  as: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .default("item")
    .describe("name of the item in references"),
  where: z.array(ItemFilter).default([]).describe("filters; all must hold"),
  orderBy: z
    .strictObject({
      path: z.string().describe("path within the item"),
      direction: z.enum(["ascending", "descending"]).describe("ascending or descending"),
    })
    .optional()
    .describe("order of the items"),
  take: z.int().positive().optional().describe("number of items to use"),
  limit: z.int().positive().max(10_000).default(100).describe("a longer list fails the step"),
});
export type Iteration = z.infer<typeof Iteration>;

/**
 * The call that undoes a step's effect. When the plan fails or is cancelled, the compensations of confirmed steps are
 * executed in reverse order, each as an effect of its own.
 */
export const Compensation = z.strictObject({
  tool: z.string().min(1).describe("name of the tool"),
  args: JsonObject.default({}).describe("its arguments; may refer to the step's own result"),
  retries: z.int().min(0).max(100).default(3).describe("retries before a person is asked"),
});
export type Compensation = z.infer<typeof Compensation>;

const stepFields = {
  id: z.string().min(1).describe("id of the step"),
  title: z.string().optional().describe("short title"),
  description: z.string().optional().describe("what it does"),
  dependsOn: z.array(z.string()).default([]).describe("steps that must succeed first"),
  resultKey: z.string().min(1).optional().describe("name of the result in references; by default the id"),
  when: Condition.optional().describe("the step runs only if this holds"),
  forEach: Iteration.optional().describe("run once for each element of a list"),
  onError: OnError.default("abort").describe("abort the run, continue without dependents, or retry"),
  retries: z.int().min(0).max(100).default(0).describe("retries after the first attempt"),
  escalate: z.boolean().default(false).describe("a failure stops the run and asks an operator"),
  effect: Effect.optional().describe("what it does to the outside world"),
  compensate: Compensation.optional().describe("the call that undoes it"),
  preview: z.string().optional().describe("line for the person who approves"),
  deliverable: z.string().optional().describe("what the step produces"),
  acceptance: z.string().optional().describe("how to see that it is done"),
};

export const ToolStep = z.strictObject({
  ...stepFields,
  kind: z.literal("tool").describe("a tool call"),
  tool: z.string().min(1).describe("name of the tool"),
  toolkit: z.string().optional().describe("toolkit or server of the tool"),
  args: JsonObject.default({}).describe("arguments; texts may contain references"),
  degradedFrom: z.string().min(1).optional().describe("requested tool that is not available"),
});
export type ToolStep = z.infer<typeof ToolStep>;

export const MessageStep = z.strictObject({
  ...stepFields,
  kind: z.literal("message").describe("a message"),
  channel: z.enum(["assistant", "system", "user"]).describe("who gets it"),
  content: z.string().describe("its text; may contain references"),
  summary: z.string().optional().describe("short form"),
  metadata: JsonObject.default({}).describe("further fields"),
});
export type MessageStep = z.infer<typeof MessageStep>;

export const LookupStep = z.strictObject({
  ...stepFields,
  kind: z.literal("lookup").describe("a lookup"),
  query: z.string().describe("search text or name of a query"),
  target: z.enum(["knowledge_base", "database", "api"]).describe("where to look"),
  filters: JsonObject.default({}).describe("filters or parameters"),
});
export type LookupStep = z.infer<typeof LookupStep>;

const ActionStep = z.strictObject({
  ...stepFields,
  kind: z.literal("action").describe("an action of contract 1"),
  action: z.string().min(1).describe("name of the action"),
  parameters: JsonObject.default({}).describe("its parameters"),
  mode: z.enum(["queue", "sync", "manual"]).describe("queue, run at once, or by hand"),
  conversation: z.union([z.int(), z.string()]).optional().describe("id of the conversation"),
});
export type ActionStep = z.infer<typeof ActionStep>;

export const SafetyStep = z.strictObject({
  ...stepFields,
  kind: z.literal("safety").describe("a safety check"),
  check: z.string().min(1).describe("name of the check"),
  severity: z.enum(["info", "warn", "block"]).describe("block stops the plan"),
  policyTags: z.array(z.string()).default([]).describe("policies it is about"),
  detectedIssues: z.array(z.string()).default([]).describe("what was found"),
  manualReview: z.boolean().default(false).describe("a person must look"),
  resolution: z.string().optional().describe("what to do"),
  fallbackStep: z.string().optional().describe("step to run instead"),
});
export type SafetyStep = z.infer<typeof SafetyStep>;

/** The longest wait: ten years. */
const maxWaitSeconds = 315_360_000;

/** Without a timeout the step waits without limit; `continue` ends it with `timed_out: true`. */
const timeout = {
  timeoutSeconds: z.int().positive().max(maxWaitSeconds).optional().describe("seconds after which the wait ends"),
  onTimeout: z.enum(["fail", "continue"]).default("fail").describe("whether a time-out fails the step"),
};

/** What a step waits for. */
export const WaitFor = z.discriminatedUnion("for", [
  /** `until` is a timestamp with an offset, or exactly one reference to one. */
  z.strictObject({
    for: z.literal("time").describe("a point in time"),
    until: z.string().min(1).describe("timestamp with an offset, or one reference"),
  }),
  /** `seconds` is a number, or exactly one reference to one. */
  z.strictObject({
    for: z.literal("duration").describe("a length of time"),
    seconds: z
      .union([z.int().positive().max(maxWaitSeconds), z.string().min(1)])
      .describe("number of seconds, or one reference"),
  }),
  /** The first event of the channel whose payload passes every filter, after the step started or the run was created. */
  z.strictObject({
    for: z.literal("event").describe("an event of a channel"),
    channel: z.string().min(1).max(200).describe("channel of the event"),
    where: z.array(ItemFilter).default([]).describe("filters that its payload must pass"),
    since: z
      .literal("run")
      .optional()
      .describe("also events from before the step started, since the run was created; the channel has no references"),
    ...timeout,
  }),
  /** A person's answer: one of the choices, or any text without choices. */
  z.strictObject({
    for: z.literal("answer").describe("a person's answer"),
    question: z.string().min(1).describe("what is asked"),
    choices: z.array(z.string().min(1)).max(50).default([]).describe("answers to choose from; none means any text"),
    ...timeout,
  }),
]);
export type WaitFor = z.infer<typeof WaitFor>;

const WaitStep = z.strictObject({
  ...stepFields,
  kind: z.literal("wait").describe("waits for something"),
  wait: WaitFor.describe("what it waits for"),
});
export type WaitStep = z.infer<typeof WaitStep>;

/** Runs a saved plan as a run of its own and waits until it has ended; without a version, the latest. */
const PlanStep = z.strictObject({
  ...stepFields,
  kind: z.literal("plan").describe("runs a saved plan"),
  plan: z.string().min(1).describe("name of the saved plan"),
  version: z.int().positive().optional().describe("version of the plan; by default the latest"),
  parameters: JsonObject.default({}).describe("values of its parameters"),
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
