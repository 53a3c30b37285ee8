import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { Goal, Limits } from "./plan-react.ts";
import { Triggers } from "./trigger.ts";

/** 0 reflects, 1 may also notify, 2 may also change the knobs it declares. */
export const AutonomyLevel = z.literal([0, 1, 2]);
export type AutonomyLevel = z.infer<typeof AutonomyLevel>;

/** Defaults are the conservative values of the contract's example. */
export const AgentLimits = z.strictObject({
  max_runs_per_day: z.int().min(0).default(3),
  min_interval_seconds: z.int().min(0).default(1800),
  max_concurrent_runs: z.int().min(1).default(1),
  planner_limits: Limits.prefault({}),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

export const NotifyMode = z.enum(["now", "on_next_login"]);
export type NotifyMode = z.infer<typeof NotifyMode>;

/** Where an agent's results go. Each output is sent at most once per run. */
export const AgentOutputs = z.strictObject({
  collapse_entry: z.strictObject({ enabled: z.boolean(), topic: z.string().min(1) }).optional(),
  notify_hub: z.strictObject({ enabled: z.boolean(), mode: NotifyMode.default("on_next_login") }).optional(),
  webhook: z.strictObject({ enabled: z.boolean(), url: z.url({ protocol: /^https?$/ }) }).optional(),
  telegram: z.strictObject({ enabled: z.boolean(), chat_id: z.string().min(1) }).optional(),
});
export type AgentOutputs = z.infer<typeof AgentOutputs>;

/** A setting that an agent of level 2 may change, with its range. */
export const Knob = z.strictObject({ name: z.string().min(1), min: z.number(), max: z.number() });
export type Knob = z.infer<typeof Knob>;

/** What happens to a call above the agent's level: a Draft with an expiry, or a denial. An unattended run never waits. */
export const OnPending = z.enum(["draft", "deny"]);
export type OnPending = z.infer<typeof OnPending>;

export const AgentProfile = z.strictObject({
  id: z.string().min(1),
  description: z.string(),
  enabled: z.boolean().default(true),
  goal_template: Goal,
  toolset: z.array(z.string().min(1)).max(1000),
  triggers: Triggers.prefault({}),
  limits: AgentLimits.prefault({}),
  autonomy_level: AutonomyLevel.default(0),
  knobs: z.array(Knob).max(100).default([]),
  on_pending: OnPending.default("draft"),
  /** How long a Draft of a call above the level can be approved. */
  pending_expires_minutes: z.number().positive().max(43_200).default(1440),
  outputs: AgentOutputs.default({}),
  /** Extendable: unknown fields are kept. */
  metadata: JsonObject.default({}),
});
export type AgentProfile = z.infer<typeof AgentProfile>;
