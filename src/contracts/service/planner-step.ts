import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";

export const MessageChannel = z.enum(["assistant", "system", "user"]);
export type MessageChannel = z.infer<typeof MessageChannel>;

export const LookupTarget = z.enum(["knowledge_base", "database", "api"]);
export type LookupTarget = z.infer<typeof LookupTarget>;

export const ExecutionMode = z.enum(["queue", "sync", "manual"]);
export type ExecutionMode = z.infer<typeof ExecutionMode>;

export const SafetySeverity = z.enum(["info", "warn", "block"]);
export type SafetySeverity = z.infer<typeof SafetySeverity>;

const resultKey = z.string().min(1).optional();

export const ToolStepPayload = z.strictObject({
  tool_name: z.string().min(1),
  arguments: JsonObject.default({}),
  result_key: resultKey,
  escalate_on_failure: z.boolean().default(false),
});
export type ToolStepPayload = z.infer<typeof ToolStepPayload>;

export const MessageStepPayload = z.strictObject({
  channel: MessageChannel,
  content: z.string(),
  summary: z.string().optional(),
  metadata: JsonObject.default({}),
});
export type MessageStepPayload = z.infer<typeof MessageStepPayload>;

export const LookupStepPayload = z.strictObject({
  query: z.string(),
  target: LookupTarget,
  filters: JsonObject.default({}),
  result_key: resultKey,
});
export type LookupStepPayload = z.infer<typeof LookupStepPayload>;

/** Since 0.2. */
export const ActionStepPayload = z.strictObject({
  action_name: z.string().min(1),
  parameters: JsonObject.default({}),
  execution_mode: ExecutionMode.default("queue"),
  result_key: resultKey,
  conversation_id: z.union([z.int(), z.string()]).optional(),
});
export type ActionStepPayload = z.infer<typeof ActionStepPayload>;

/** Since 0.3. `block`, or a manual review, stops the plan. */
export const SafetyStepPayload = z.strictObject({
  check_name: z.string().min(1),
  severity: SafetySeverity.default("info"),
  policy_tags: z.array(z.string()).default([]),
  detected_issues: z.array(z.string()).default([]),
  requires_manual_review: z.boolean().default(false),
  resolution: z.string().optional(),
  fallback_step: z.string().optional(),
});
export type SafetyStepPayload = z.infer<typeof SafetyStepPayload>;

const fields = { id: z.string().min(1), description: z.string(), depends_on: z.array(z.string()).default([]) };

const tool = z.strictObject({ ...fields, type: z.literal("tool"), payload: ToolStepPayload });
const message = z.strictObject({ ...fields, type: z.literal("message"), payload: MessageStepPayload });
const lookup = z.strictObject({ ...fields, type: z.literal("lookup"), payload: LookupStepPayload });
const action = z.strictObject({ ...fields, type: z.literal("action"), payload: ActionStepPayload });
const safety = z.strictObject({ ...fields, type: z.literal("safety"), payload: SafetyStepPayload });

/** The steps of each version: later versions only add types. */
export const PlannerStep01 = z.discriminatedUnion("type", [tool, message, lookup]);
export const PlannerStep02 = z.discriminatedUnion("type", [tool, message, lookup, action]);
export const PlannerStep03 = z.discriminatedUnion("type", [tool, message, lookup, action, safety]);
export type PlannerStep01 = z.infer<typeof PlannerStep01>;
export type PlannerStep02 = z.infer<typeof PlannerStep02>;
/** A step of any version. */
export type PlannerStep = z.infer<typeof PlannerStep03>;
