import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { Goal, Limits } from "./plan-react.ts";
import { Triggers } from "./trigger.ts";

/** 0 reflects, 1 may also notify, 2 may also change the knobs it declares. */
export const AutonomyLevel = z.literal([0, 1, 2]);
export type AutonomyLevel = z.infer<typeof AutonomyLevel>;

/** Defaults are the conservative values of the contract's example. */
export const AgentLimits = z.strictObject({
  max_runs_per_day: z.int().min(0).default(3).describe("runs in a day of the agent's zone"),
  min_interval_seconds: z.int().min(0).default(1800).describe("least time between two starts"),
  max_concurrent_runs: z.int().min(1).default(1).describe("runs at the same time"),
  planner_limits: Limits.prefault({}).describe("limits of each run"),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

export const NotifyMode = z.enum(["now", "on_next_login"]);
export type NotifyMode = z.infer<typeof NotifyMode>;

/** Where an agent's results go. Each output is sent at most once per run. */
export const AgentOutputs = z.strictObject({
  collapse_entry: z
    .strictObject({
      enabled: z.boolean().describe("whether it is used"),
      topic: z.string().min(1).describe("topic of the entry"),
    })
    .optional()
    .describe("store a collapse entry"),
  notify_hub: z
    .strictObject({
      enabled: z.boolean().describe("whether it is used"),
      mode: NotifyMode.default("on_next_login").describe("send at once, or keep until the next login"),
    })
    .optional()
    .describe("store a notice for the hub"),
  webhook: z
    .strictObject({
      enabled: z.boolean().describe("whether it is used"),
      url: z.url({ protocol: /^https?$/ }).describe("http or https address"),
    })
    .optional()
    .describe("send the result to an address"),
  telegram: z
    .strictObject({
      enabled: z.boolean().describe("whether it is used"),
      chat_id: z.string().min(1).describe("id of the chat"),
    })
    .optional()
    .describe("send the result with the bot"),
});
export type AgentOutputs = z.infer<typeof AgentOutputs>;

/** A setting that an agent of level 2 may change, with its range. */
export const Knob = z.strictObject({
  name: z.string().min(1).describe("name of the setting"),
  min: z.number().describe("smallest value"),
  max: z.number().describe("largest value"),
});
export type Knob = z.infer<typeof Knob>;

/** What happens to a call above the agent's level: a Draft with an expiry, or a denial. An unattended run never waits. */
export const OnPending = z.enum(["draft", "deny"]);
export type OnPending = z.infer<typeof OnPending>;

export const AgentProfile = z.strictObject({
  id: z.string().min(1).describe("id of the agent, such as agent.low_stock"),
  description: z.string().describe("what the agent is for"),
  enabled: z.boolean().default(true).describe("whether its triggers are active"),
  goal_template: Goal.describe("the goal of each run; {{event.field}}, {{state.path}} and {{now}} insert values"),
  toolset: z.array(z.string().min(1)).max(1000).describe("tools that it may use"),
  triggers: Triggers.prefault({}).describe("what starts it"),
  limits: AgentLimits.prefault({}).describe("how often and how long it may run"),
  autonomy_level: AutonomyLevel.default(0).describe(
    "0 reads and writes internal records, 1 may also notify, 2 may also change its knobs",
  ),
  knobs: z.array(Knob).max(100).default([]).describe("settings that level 2 may change"),
  on_pending: OnPending.default("draft").describe("what happens to a call above the level: a Draft, or a denial"),
  pending_expires_minutes: z
    .number()
    .positive()
    .max(43_200)
    .default(1440)
    .describe("how long such a Draft can be approved"),
  outputs: AgentOutputs.default({}).describe("where results go"),
  metadata: JsonObject.default({}).describe("your own fields; `owner` decides on its Drafts"),
});
export type AgentProfile = z.infer<typeof AgentProfile>;
