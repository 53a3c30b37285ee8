import { z } from "zod";
import { Priority } from "../../contracts/priority.ts";
import { AgentProfile } from "../../contracts/react/agent-profile.ts";
import { AgentRunRecord } from "../../contracts/react/agent-run.ts";
import { TriggerPlan } from "../../contracts/react/trigger.ts";
import { PlanReactRequest } from "../../contracts/react/plan-react.ts";

/**
 * A run of an agent, with the profile it started from: later profile changes do not affect it. `record` is set once
 * the run has ended.
 */
export const AgentRun = z.strictObject({
  runId: z.string(),
  trigger: z.string(),
  slot: z.string(),
  profile: AgentProfile,
  profileVersion: z.string(),
  request: PlanReactRequest.extend({ request_id: z.string() }),
  /** The saved plan that it runs instead of the goal, with its values filled in. */
  plan: TriggerPlan.optional(),
  priority: Priority.optional(),
  startedAt: z.number().int(),
  /** Tokens reserved from the day's budget at the start. */
  reserved: z.strictObject({ key: z.string(), tokens: z.int() }).optional(),
  record: AgentRunRecord.optional(),
});
export type AgentRun = z.infer<typeof AgentRun>;
