import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { JsonSchema } from "../../plan/tool-spec.ts";
import { Trace } from "./trace.ts";

export const Caller = z.enum(["hub", "agent-daemon", "test", "other"]);
export type Caller = z.infer<typeof Caller>;

export const GoalType = z.enum(["chat", "agent_task", "spark_review", "system_maint", "other"]);
export type GoalType = z.infer<typeof GoalType>;

export const Style = z.enum(["warm", "technical", "neutral"]);
export type Style = z.infer<typeof Style>;

const words = z.array(z.string());

/** Extendable: unknown fields are kept. */
export const GoalMetadata = z.looseObject({
  user_message: z.string().optional().describe("the message of the user"),
  mode: z.string().optional().describe("mode of the hub"),
  tags: words.optional().describe("tags"),
});
export type GoalMetadata = z.infer<typeof GoalMetadata>;

export const Goal = z.strictObject({
  type: GoalType.default("chat").describe("kind of goal"),
  description: z.string().min(1).describe("the goal in words"),
  metadata: GoalMetadata.default({}).describe("your own fields"),
});
export type Goal = z.infer<typeof Goal>;

/** Extendable: unknown fields are kept, here and below. */
export const ReactContext = z.looseObject({
  conversation_history: z
    .array(z.looseObject({ role: z.enum(["user", "assistant", "system"]), content: z.string() }))
    .default([]),
  orion_state_snapshot: z
    .looseObject({
      version: z.string().optional(),
      themes: words.optional(),
      curiosity: z.record(z.string(), z.number()).optional(),
      strain: z.record(z.string(), z.number()).optional(),
      notes: z.string().optional(),
    })
    .optional(),
  /** Requests with the same session continue one conversation. */
  session_id: z.string().min(1).max(200).optional(),
  external_facts: z
    .looseObject({
      collapse_ids: words.exactOptional(),
      dream_ids: words.exactOptional(),
      other_ids: words.exactOptional(),
    })
    .optional(),
});
export type ReactContext = z.infer<typeof ReactContext>;

/** A tool the run may use. Absent fields are looked up in the verb registry. */
export const ReactTool = z.strictObject({
  tool_id: z.string().min(1),
  description: z.string().optional(),
  input_schema: JsonSchema.optional(),
  output_schema: JsonSchema.optional(),
});
export type ReactTool = z.infer<typeof ReactTool>;

export const maxReactSteps = 64;

export const Limits = z.strictObject({
  max_steps: z.int().min(1).max(maxReactSteps).default(4).describe("entries of the trace"),
  max_tokens_reason: z.int().min(1).default(2048).describe("tokens of reasoning, whole run"),
  max_tokens_answer: z.int().min(1).default(1024).describe("tokens of the answer"),
  timeout_seconds: z.number().positive().max(86_400).default(60).describe("time for the whole loop"),
});
export type Limits = z.infer<typeof Limits>;

/** Extendable: unknown fields are kept. */
export const Preferences = z.looseObject({
  style: Style.default("neutral"),
  /** False leaves no thought text anywhere: reply, store, logs, spans. */
  allow_internal_thought_logging: z.boolean().default(true),
  return_trace: z.boolean().default(true),
  /** `final_answer.structured` is an object of this schema, or the run ends with `invalid_answer`. */
  answer_schema: JsonSchema.optional(),
});
export type Preferences = z.infer<typeof Preferences>;

/** `POST /plan/react`. */
export const PlanReactRequest = z.strictObject({
  /** Idempotency key: the same id with the same request is the same run. */
  request_id: z.string().min(1).max(200).optional(),
  caller: Caller.default("hub"),
  goal: Goal,
  context: ReactContext.prefault({}),
  /** The only tools of this run; with none, the run only reasons. */
  toolset: z.array(ReactTool),
  limits: Limits.prefault({}),
  preferences: Preferences.prefault({}),
});
export type PlanReactRequest = z.infer<typeof PlanReactRequest>;

export const FinalAnswer = z.strictObject({ content: z.string(), structured: JsonObject.optional() });
export type FinalAnswer = z.infer<typeof FinalAnswer>;

const count = z.int().min(0);

export const ReactUsage = z.strictObject({
  steps: count,
  tokens_reason: count,
  tokens_answer: count,
  /** Each tool once, in the order of its first call. */
  tools_called: words,
  duration_ms: count,
});
export type ReactUsage = z.infer<typeof ReactUsage>;

export const ReactError = z.strictObject({ code: z.string().min(1), message: z.string() });
export type ReactError = z.infer<typeof ReactError>;

const id = { request_id: z.string().min(1) };
const answered = {
  /** The partial answer, also for a failed run. */
  final_answer: FinalAnswer,
  /** Empty where `return_trace` is false. */
  trace: Trace,
  usage: ReactUsage,
};

/** A run that started and failed is also a response (HTTP 200), with its error and the trace so far. */
export const PlanReactResponse = z.discriminatedUnion("status", [
  z.strictObject({ ...id, status: z.literal("ok"), error: z.null().optional(), ...answered }),
  z.strictObject({ ...id, status: z.literal("error"), error: ReactError, ...answered }),
  z.strictObject({ ...id, status: z.literal("timeout"), error: ReactError, ...answered }),
]);
export type PlanReactResponse = z.infer<typeof PlanReactResponse>;
