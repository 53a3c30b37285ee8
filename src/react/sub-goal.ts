import { z } from "zod";
import {
  FinalAnswer,
  type PlanReactRequest,
  ReactError,
  ReactUsage,
  type PlanReactResponse,
} from "../contracts/react/plan-react.ts";
import type { VerbError } from "../contracts/react/verb.ts";
import { contentHash, contentHashFull } from "../plan/hash.ts";
import { leftOf, type LoopState } from "./loop-state.ts";
import { stopError } from "./stop.ts";
import { findRun, type ReactDeps } from "./react-deps.ts";
import { storedState } from "./stored-state.ts";

/** A sub-goal of a run. */
export const SubGoal = z.strictObject({
  goal: z.string().min(1).describe("What is to be found out or done, in words."),
  tools: z.array(z.string()).optional().describe("Which of this run's tools it may use; all of them by default."),
});
export type SubGoal = z.infer<typeof SubGoal>;

export const SubGoalAnswer = z.strictObject({
  status: z.enum(["ok", "error", "timeout"]),
  answer: FinalAnswer,
  error: ReactError.nullable(),
  usage: ReactUsage,
});
export type SubGoalAnswer = z.infer<typeof SubGoalAnswer>;

/** The verb call: its request id names the run and turn it belongs to. */
export type SubGoalCall = {
  tenant: string;
  requestId: string;
  principal?: string | undefined;
  /** Whether this worker still leases that run; absent when no other worker can take it. */
  stillLeased?: (() => boolean) | undefined;
};

/**
 * Builds the request of a sub-goal: the parent's tools and preferences, and half of its remaining limits. Its id is
 * derived from the call, so a repeated call is the same run.
 */
export async function subGoalRequest(
  deps: ReactDeps,
  asked: SubGoal,
  call: SubGoalCall,
): Promise<PlanReactRequest | VerbError> {
  const [, parentId] = /^(.+):turn:\d+:call:\d+$/.exec(call.requestId) ?? [];
  const parent = parentId === undefined ? undefined : await findRun(deps, { tenant: call.tenant, requestId: parentId });
  if (parent === undefined) return { code: "no_parent", message: "only a ReAct run can set a sub-goal" };
  const limits = shareOf(await storedState(deps, parent), deps.clock.now());
  if (limits.max_steps < 1 || limits.max_tokens_reason < 1 || limits.max_tokens_answer < 1)
    return stopError("max_steps");
  const { request } = parent.body;
  const { user_message: _, ...metadata } = request.goal.metadata;
  const { answer_schema: __, ...preferences } = request.preferences;
  const { conversation_history: ___, session_id: ____, ...context } = request.context;
  return {
    request_id: subGoalId(call.requestId),
    caller: request.caller,
    goal: { ...request.goal, description: asked.goal, metadata },
    context: { ...context, conversation_history: [] },
    toolset: request.toolset.filter(({ tool_id: id }) => asked.tools === undefined || asked.tools.includes(id)),
    limits,
    preferences,
  };
}

/** Whether a run with a sub-goal's id is that sub-goal, not another request with the same id. */
export function isSameGoal(a: PlanReactRequest, b: PlanReactRequest): boolean {
  return goalHash(a) === goalHash(b);
}

/** The remaining limits differ each time. */
function goalHash(request: PlanReactRequest): string {
  const { request_id: _, limits: __, ...goal } = request;
  return contentHashFull(goal);
}

export function toSubGoalAnswer({ status, final_answer: answer, error, usage }: PlanReactResponse): SubGoalAnswer {
  return { status, answer, error: error ?? null, usage };
}

/** Ends slightly before the parent's deadline, so the parent still sees the result. */
const partOfTime = 0.9;

function shareOf(parent: LoopState, now: number): PlanReactRequest["limits"] {
  const left = leftOf(parent);
  return {
    max_steps: Math.floor(left.steps / 2),
    max_tokens_reason: Math.floor(left.reason / 2),
    max_tokens_answer: Math.floor(left.answer / 2),
    timeout_seconds: Math.max(0.001, ((parent.deadlineAt - now) / 1000) * partOfTime),
  };
}

/** The parent's id is the prefix: policy recognises the caller by it. */
function subGoalId(requestId: string): string {
  return requestId.length <= 200 ? requestId : `${requestId.slice(0, 180)}~${contentHash(requestId)}`;
}
