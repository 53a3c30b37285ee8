import type { VerbError } from "../contracts/react/verb.ts";
import type { ModelDelta } from "../ports/model.ts";
import type { ReasonerOutput } from "./charge.ts";
import type { LoopState } from "./loop-state.ts";

export type ThinkResult = { ok: true; said: ReasonerOutput } | { ok: false; error: VerbError };

export type ThinkCall = {
  signal: AbortSignal;
  /** Only the answer's JSON is requested. */
  format: boolean;
  onDelta?: (delta: ModelDelta) => void;
};

/** Decides the next turn: a model, or the grammar planner without one. Never rejects. */
export interface Reasoner {
  /** Recorded in the run's span. */
  readonly name: string;
  think(state: LoopState, call: ThinkCall): Promise<ThinkResult>;
}
