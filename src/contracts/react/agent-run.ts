import { z } from "zod";
import { Timestamp } from "../timestamp.ts";
import { AutonomyLevel } from "./agent-profile.ts";
import { GoalMetadata, ReactContext, ReactError } from "./plan-react.ts";
import { Trace } from "./trace.ts";

export const AgentStatus = z.strictObject({
  id: z.string().min(1),
  enabled: z.boolean(),
  autonomy_level: AutonomyLevel,
  /** Null before the first run. */
  last_run: Timestamp.nullable(),
  /** Null without a time trigger. */
  next_scheduled_run: Timestamp.nullable(),
  status: z.enum(["idle", "running", "error"]),
});
export type AgentStatus = z.infer<typeof AgentStatus>;

/** `GET /agents`. */
export const AgentList = z.strictObject({ agents: z.array(AgentStatus) });
export type AgentList = z.infer<typeof AgentList>;

/** `POST /agents/{id}/run-once`; the body is optional. */
export const RunOnceRequest = z.strictObject({
  override_goal_description: z.string().min(1).optional(),
  extra_context: ReactContext.shape.external_facts,
  /** Ignores quotas and intervals; the decision records that it was forced. */
  force: z.boolean().default(false),
});
export type RunOnceRequest = z.infer<typeof RunOnceRequest>;

const count = z.int().min(0);

/** How a run ended for the people it works for: only `answered` needs nobody. */
export const RunOutcome = z.enum(["answered", "asked", "awaits_approval"]);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** The outcome of one output of a run. `kept`: stored as a notice because the autonomy level does not allow sending. */
export const OutputOutcome = z.strictObject({
  output: z.enum(["collapse_entry", "notify_hub", "webhook", "telegram"]),
  state: z.enum(["stored", "waiting", "sent", "failed", "kept", "skipped"]),
  detail: z.string().optional(),
});
export type OutputOutcome = z.infer<typeof OutputOutcome>;

const recorded = {
  run_id: z.string().min(1),
  agent_id: z.string().min(1),
  started_at: Timestamp,
  finished_at: Timestamp,
  planner_request_id: z.string().min(1),
  goal: z.strictObject({ description: z.string(), metadata: GoalMetadata.default({}) }),
  toolset: z.array(z.string()),
  result_summary: z.strictObject({
    final_answer_excerpt: z.string().max(200),
    written_collapse_id: z.string().min(1).optional(),
    /** Whether a message has reached its place: false while all of them wait, failed or were kept. */
    notifications_sent: z.boolean(),
    /** Of a successful run. */
    outcome: RunOutcome.optional(),
    outputs: z.array(OutputOutcome).optional(),
    /** What the lists that the agent reads have that they did not have at its last successful run. */
    changes: z.string().optional(),
  }),
  usage: z.strictObject({ planner_steps: count, tokens_reason: count, tokens_answer: count, duration_ms: count }),
  /** Persisted with every autonomous run (§4). */
  trace: Trace.optional(),
};

/** The record of an agent's run. It always ends in one of three statuses. */
export const AgentRunRecord = z.discriminatedUnion("status", [
  z.strictObject({ ...recorded, status: z.literal("success") }),
  z.strictObject({ ...recorded, status: z.literal("error"), error: ReactError.optional() }),
  z.strictObject({ ...recorded, status: z.literal("timeout"), error: ReactError.optional() }),
]);
export type AgentRunRecord = z.infer<typeof AgentRunRecord>;

/** The entry written by `collapse_entry`. */
export const CollapseEntry = z.strictObject({
  observer: z.string().min(1),
  trigger: z.string(),
  observer_state: z.array(z.string()),
  field_resonance: z.string(),
  /** From the profile's `topic`. */
  type: z.string().min(1),
  emergent_entity: z.string(),
  summary: z.string(),
  mantra: z.string(),
});
export type CollapseEntry = z.infer<typeof CollapseEntry>;
