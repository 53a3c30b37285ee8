import type { VerbError } from "../contracts/react/verb.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { leftOf, type LoopState, type Turn } from "./loop-state.ts";
import { stopError } from "./stop.ts";

/** A call that may start now. */
export type PendingCall = { turn: number; call: number };

export type Outcome = { status: "ok" } | { status: "error" | "timeout"; error: VerbError };

export type Decision =
  /** Ask the reasoner; `format` requests only the answer's JSON. */
  | { kind: "think"; turn: number; format: boolean }
  | { kind: "act"; calls: readonly PendingCall[] }
  /** Wait for what is in flight. */
  | { kind: "wait" }
  /** Nothing is left but calls that wait for approval: the run goes on after the decision. */
  | { kind: "pause" }
  | { kind: "end"; outcome: Outcome };

export type DecideContext = {
  now: number;
  /** Whether the reasoner is running, and which calls are in flight. */
  isThinking: boolean;
  isUnderWay: (call: PendingCall) => boolean;
  /** How many calls may be in flight. */
  parallel: number;
};

/** Decides the next step. A pure function of the facts, the time and what is in flight. */
export function decide(state: LoopState, at: DecideContext): Decision {
  const next = state.failure === undefined ? onward(state, at) : stop(state.failure);
  if (next.kind === "end" || next.kind === "pause" || at.now < state.deadlineAt) return next;
  return { kind: "end", outcome: { status: "timeout", error: stopError("timeout") } };
}

function onward(state: LoopState, at: DecideContext): Decision {
  if (at.isThinking) return { kind: "wait" };
  const turn = state.turns.at(-1);
  if (turn === undefined) return { kind: "think", turn: 0, format: false };
  if (turn.thinking.over !== undefined) return stop(stopError(turn.thinking.over));
  if (turn.calls.length === 0) return afterAnswer(state, turn);
  return act(state, turn, at) ?? afterCalls(state);
}

function act(state: LoopState, turn: Turn, { isUnderWay, parallel }: DecideContext): Decision | undefined {
  const number = state.turns.length - 1;
  const open = turn.calls.flatMap(({ observation }, call) =>
    observation === undefined ? [{ turn: number, call }] : [],
  );
  if (open.length === 0) return undefined;
  if (open.every(({ call }) => turn.calls[call]?.paused !== undefined)) return { kind: "pause" };
  const waiting = open.filter((one) => !isUnderWay(one) && turn.calls[one.call]?.paused === undefined);
  const deps = parallel - open.filter(isUnderWay).length;
  const calls = waiting.slice(0, Math.max(0, deps));
  return calls.length === 0 ? { kind: "wait" } : { kind: "act", calls };
}

function afterCalls(state: LoopState): Decision {
  if (state.looped) return stop(stopError("loop_detected"));
  if (leftOf(state).steps <= 0) return stop(stopError("max_steps"));
  return { kind: "think", turn: state.turns.length, format: false };
}

function afterAnswer(state: LoopState, { thinking }: Turn): Decision {
  if (thinking.stop === "filtered") return stop(stopError("filtered"));
  if (thinking.text === "") return stop(stopError("empty_answer"));
  if (state.request.preferences.answer_schema === undefined) return done;
  if (structuredAnswer(state) !== undefined) return done;
  const left = leftOf(state);
  if (isFormatted(state) || left.steps <= 0 || left.answer <= 0) return stop(stopError("invalid_answer"));
  return { kind: "think", turn: state.turns.length, format: true };
}

/** Whether the last turn asked only for the answer's JSON: the previous one had already answered. */
export function isFormatted({ turns }: Pick<LoopState, "turns">): boolean {
  return turns.at(-2)?.calls.length === 0;
}

const done: Decision = { kind: "end", outcome: { status: "ok" } };

function stop(error: VerbError): Decision {
  return { kind: "end", outcome: { status: "error", error } };
}
