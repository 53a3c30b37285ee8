import { z } from "zod";
import type { PlanReactRequest } from "../contracts/react/plan-react.ts";
import type { Observation } from "../contracts/react/trace.ts";
import type { VerbError } from "../contracts/react/verb.ts";
import { canonical } from "../plan/canonical.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import { callErrors, checkCall } from "./check-call.ts";
import type { Fact, RequestedCall, Thinking } from "./fact.ts";
import { stopError } from "./stop.ts";
import type { ToolTable } from "./tool-table.ts";

/** A call of a turn. A refused call has its observation from the start and never reaches the router. */
export type TurnCall = {
  tool: string;
  input: JsonObject;
  refused: boolean;
  observation?: Observation;
  /** The Draft that the call waits for. */
  paused?: { draftId: string; at: number };
};

/** One round of the loop: reasoning, calls, observations. */
export type Turn = {
  thinking: Thinking;
  calls: TurnCall[];
  /** The index of its first step in the trace. */
  firstStep: number;
};

export type Message = { role: "user" | "assistant" | "system"; content: string };

/** The state of a loop: the request and its facts, nothing that only one process knows. */
export type LoopState = {
  requestId: string;
  tenant: string;
  request: PlanReactRequest;
  tools: ToolTable;
  /** Earlier messages of the session, oldest first. */
  earlier: readonly Message[];
  startedAt: number;
  /** Who started the run, from the credential; absent for agents. */
  principal?: string | undefined;
  deadlineAt: number;
  turns: Turn[];
  /** Trace entries so far. */
  steps: number;
  reason: number;
  answer: number;
  failure?: VerbError;
  /** The same call was requested too often. */
  looped: boolean;
  /** How often each call was requested, by canonical text. */
  callCounts: Map<string, number>;
};

type LoopStart = Pick<LoopState, "requestId" | "tenant" | "request" | "tools" | "earlier" | "startedAt" | "principal">;

export function createLoopState(start: LoopStart): LoopState {
  const deadlineAt = start.startedAt + start.request.limits.timeout_seconds * 1000;
  const empty = { turns: [], steps: 0, reason: 0, answer: 0, looped: false, callCounts: new Map<string, number>() };
  return { ...start, ...empty, deadlineAt };
}

/** What remains of the limits. */
export function leftOf({ request: { limits }, steps, reason, answer }: LoopState) {
  return {
    steps: limits.max_steps - steps,
    reason: limits.max_tokens_reason - reason,
    answer: limits.max_tokens_answer - answer,
  };
}

export function applyFact(state: LoopState, fact: Fact): void {
  switch (fact.kind) {
    case "model":
      return applyThinking(state, fact.thinking);
    case "call": {
      const call = state.turns[fact.turn]?.calls[fact.call];
      if (call === undefined) return;
      call.observation = fact.observation;
      state.deadlineAt += fact.pausedMs ?? 0;
      state.reason += Math.min(leftOf(state).reason, tokensOf(call));
      return;
    }
    case "pause": {
      const call = state.turns[fact.turn]?.calls[fact.call];
      if (call !== undefined) call.paused = { draftId: fact.draftId, at: fact.at };
      return;
    }
    case "failure":
      state.failure = { code: fact.code, message: fact.message };
      return;
    default:
      fact satisfies never;
  }
}

const Spent = z.object({ usage: z.object({ tokens_reason: z.number(), tokens_answer: z.number() }) });

/** Tokens of a sub-goal count against the parent run. */
function tokensOf({ tool, observation }: TurnCall): number {
  if (tool !== subGoalTool || observation?.ok !== true) return 0;
  const spent = Spent.safeParse(observation.output).data;
  return spent === undefined ? 0 : spent.usage.tokens_reason + spent.usage.tokens_answer;
}

/** Applies facts of a stored loop, in any order. */
export function foldFacts(state: LoopState, facts: readonly Fact[]): LoopState {
  const thoughts = facts.filter((fact) => fact.kind === "model").toSorted((a, b) => a.turn - b.turn);
  for (const fact of [...thoughts, ...facts.filter(({ kind }) => kind !== "model")]) applyFact(state, fact);
  return state;
}

/** How often an identical call may be requested before the loop stops. */
const maxIdentical = 2;

/** Calls beyond the remaining steps are dropped. */
function applyThinking(state: LoopState, thinking: Thinking): void {
  const asked = thinking.calls.slice(0, Math.max(0, leftOf(state).steps));
  const calls = asked.map((call) => takeCall(state, call));
  state.looped ||= asked.map((call) => countCall(state, call)).some((times) => times > maxIdentical);
  if (state.looped || thinking.over !== undefined) for (const call of calls) refuseRest(state, call, thinking);
  state.turns.push({ thinking, calls, firstStep: state.steps });
  state.steps += Math.max(1, calls.length);
  state.reason += thinking.reason;
  state.answer += thinking.answer;
}

function takeCall(state: LoopState, { name, args }: RequestedCall): TurnCall {
  const error = checkCall(state, { name, args });
  // A trace's input is an object; other values are wrapped.
  const input = isJsonObject(args) ? args : { value: args };
  const call = { tool: name === "" ? "(none)" : name, input, refused: error !== undefined };
  return error === undefined ? call : { ...call, observation: { ok: false, error } };
}

function countCall(state: LoopState, { name, args }: RequestedCall): number {
  const text = canonical(args);
  const key = `${name} ${text.ok ? text.value : ""}`;
  const times = (state.callCounts.get(key) ?? 0) + 1;
  state.callCounts.set(key, times);
  return times;
}

function refuseRest(state: LoopState, call: TurnCall, { over }: Thinking): void {
  if (call.observation !== undefined) return;
  const { message } = stopError(state.looped || over === undefined ? "loop_detected" : over);
  call.refused = true;
  call.observation = { ok: false, error: { code: callErrors.not_run, message: `Not run. ${message}` } };
}

/** The verb that runs a sub-goal as a ReAct run. */
export const subGoalTool = "planner.react";
