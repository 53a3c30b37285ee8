import type { FinalAnswer, PlanReactRequest, PlanReactResponse, ReactUsage } from "../contracts/react/plan-react.ts";
import type { TraceStep } from "../contracts/react/trace.ts";
import type { VerbError } from "../contracts/react/verb.ts";
import type { JsonObject } from "../plan/json.ts";
import { isFormatted, type Outcome } from "./decide.ts";
import type { LoopState, Turn } from "./loop-state.ts";
import { renderUnfinished } from "./render-findings.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { thoughtOf } from "./emit-events.ts";

/** The full response of an ended loop. */
export function toResponse(state: LoopState, outcome: Outcome, endedAt: number): PlanReactResponse {
  const { requestId: request_id } = state;
  const answered = {
    final_answer: finalAnswer(state, outcome),
    trace: toTrace(state),
    usage: usageOf(state, endedAt),
  };
  if (outcome.status === "ok") return { request_id, status: "ok", error: null, ...answered };
  const { code, message } = outcome.error;
  return { request_id, status: outcome.status, error: { code, message }, ...answered };
}

/** The response as the caller requested it. */
export function toReply(response: PlanReactResponse, { preferences }: PlanReactRequest): PlanReactResponse {
  return preferences.return_trace ? response : { ...response, trace: [] };
}

function finalAnswer(state: LoopState, outcome: Outcome): FinalAnswer {
  const last = state.turns.at(isFormatted(state) ? -2 : -1);
  const structured = structuredAnswer(state) ?? questionsOf(last);
  const said = last?.calls.length === 0 ? last.thinking.text : "";
  if (outcome.status === "ok") return structured === undefined ? { content: said } : { content: said, structured };
  return { content: said === "" ? renderUnfinished(state, outcome.error) : said };
}

/** A run that ends in a question also reports it to programs. */
function questionsOf(turn: Turn | undefined): JsonObject | undefined {
  return turn?.thinking.stop === "question" ? { questions: turn.thinking.text.split("\n") } : undefined;
}

/** One entry per call, in request order, and one per turn without calls. */
function toTrace({ turns }: LoopState): TraceStep[] {
  return turns.flatMap(stepsOf).map((step, at) => ({ step_index: at, ...step }));
}

function stepsOf(turn: Turn): Omit<TraceStep, "step_index">[] {
  const thought = thoughtOf(turn);
  if (turn.calls.length === 0) return [{ thought, action: null, observation: null }];
  return turn.calls.map(({ tool, input, observation, paused }, at) => ({
    thought: at === 0 ? thought : null,
    action: { tool_id: tool, input },
    observation: observation ?? { ok: false, error: paused === undefined ? cutOff : awaitedDraft(paused.draftId) },
  }));
}

function awaitedDraft(draftId: string): VerbError {
  return { code: "needs_approval", message: `Draft ${draftId} waits for approval; the run continues after it` };
}

/** Calls are in flight at the end only after a timeout. */
const cutOff = {
  code: "timeout",
  message: "No answer before the run's timeout; the call may have taken effect.",
};

function usageOf(state: LoopState, endedAt: number): ReactUsage {
  const called = state.turns.flatMap(({ calls }) => calls.filter(({ refused }) => !refused).map(({ tool }) => tool));
  return {
    steps: state.steps,
    tokens_reason: state.reason,
    tokens_answer: state.answer,
    tools_called: [...new Set(called)],
    duration_ms: Math.max(0, endedAt - state.startedAt),
  };
}
