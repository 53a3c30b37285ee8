import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import { PlanReactRequest } from "../../contracts/react/plan-react.ts";
import { JsonObject } from "../../plan/json.ts";
import type { Agent } from "../profile/agent.ts";

/** The input of a firing: the event or the crossing, and what a person adds. */
export const FiringContext = z.strictObject({
  overrideGoal: z.string().optional(),
  facts: JsonObject.optional(),
});
export type FiringContext = z.infer<typeof FiringContext>;

/** The planner's request, as contract 5 §2.4 builds it. */
export function buildRequest(
  { profile }: Agent,
  { overrideGoal, facts = {} }: FiringContext,
  { requestId, snapshot, goalText }: { requestId: string; snapshot?: JsonObject | undefined; goalText?: string },
): PlanReactRequest & { request_id: string } {
  const { goal_template: goal, toolset, limits } = profile;
  const request = PlanReactRequest.parse({
    request_id: requestId,
    caller: "agent-daemon",
    goal: {
      type: goal.type,
      description: goalText ?? overrideGoal ?? goal.description,
      metadata: { ...goal.metadata, agent_id: profile.id },
    },
    context: compact({
      conversation_history: [],
      orion_state_snapshot: snapshot,
      external_facts: facts,
    }),
    toolset: toolset.map((tool_id) => ({ tool_id })),
    limits: limits.planner_limits,
    preferences: { style: "warm", return_trace: true },
  });
  return { ...request, request_id: requestId };
}
