import type { ReactEvent } from "../contracts/react/react-event.ts";
import type { ModelDelta } from "../ports/model.ts";
import type { Execution } from "./execution.ts";
import type { LoopState, Turn } from "./loop-state.ts";

/** The thought of a turn for the trace: separate reasoning plus the text beside calls. */
export function thoughtOf({ thinking, calls }: Turn): string | null {
  const said = calls.length > 0 && thinking.text !== "" ? thinking.text : null;
  const parts = [thinking.thought, said].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join("\n");
}

/** Forwards deltas; undefined if nothing may be emitted before its kind is known. */
export function emitDelta({ state, emit }: Execution, turn: number): ((delta: ModelDelta) => void) | undefined {
  if (!state.request.preferences.allow_internal_thought_logging) return undefined;
  return ({ kind, text }) => emit({ type: kind === "thought" ? "thought_delta" : "text_delta", turn, text });
}

export function emitThinking({ state, emit }: Execution, turn: number): void {
  for (const event of thinkingEvents(state, turn)) emit(event);
}

export function emitAction({ state, emit }: Execution, turn: number, call: number): void {
  for (const event of actionEvents(state, turn, call)) emit(event);
}

export function emitObservation({ state, emit }: Execution, turn: number, call: number): void {
  for (const event of observationEvents(state, turn, call)) emit(event);
}

/** All events of a loop so far, without deltas, for late subscribers. */
export function eventsOf(state: LoopState): ReactEvent[] {
  return state.turns.flatMap(({ calls }, turn) => [
    ...thinkingEvents(state, turn),
    ...calls.flatMap(({ refused }, call) => [
      ...(refused ? [] : actionEvents(state, turn, call)),
      ...(refused ? [] : observationEvents(state, turn, call)),
    ]),
  ]);
}

/** Refused calls have their observation from the start. */
function thinkingEvents(state: LoopState, number: number): ReactEvent[] {
  const turn = state.turns[number];
  if (turn === undefined) return [];
  const events: ReactEvent[] = [];
  const text = thoughtOf(turn);
  const { dropped } = turn.thinking;
  if (dropped !== undefined) events.push({ type: "dropped", turn: number, observations: dropped });
  if (text !== null) events.push({ type: "thought", turn: number, step_index: turn.firstStep, text });
  for (const [call, { refused }] of turn.calls.entries())
    if (refused) events.push(...actionEvents(state, number, call), ...observationEvents(state, number, call));
  return events;
}

function actionEvents(state: LoopState, turn: number, at: number): ReactEvent[] {
  const { calls = [], firstStep = 0 } = state.turns[turn] ?? {};
  const call = calls[at];
  return call === undefined
    ? []
    : [{ type: "action", step_index: firstStep + at, tool_id: call.tool, input: call.input }];
}

function observationEvents(state: LoopState, turn: number, at: number): ReactEvent[] {
  const { calls = [], firstStep = 0 } = state.turns[turn] ?? {};
  const { tool = "", observation } = calls[at] ?? {};
  return observation === undefined
    ? []
    : [{ type: "observation", step_index: firstStep + at, tool_id: tool, observation }];
}
