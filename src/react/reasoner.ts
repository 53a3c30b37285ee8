import type { VerbError } from "../contracts/react/verb.ts";
import type { ModelDelta } from "../ports/model.ts";
import type { ReasonerOutput } from "./charge.ts";
import type { LoopState } from "./loop-state.ts";

export type ThinkResult = { ok: true; said: ReasonerOutput } | { ok: false; error: VerbError };

export type ThinkCall = {
  signal: AbortSignal;
  /** Nothing but the answer's JSON is wanted. */
  format: boolean;
  onDelta?: (delta: ModelDelta) => void;
};

/** What thinks: a model, or the grammar planner where there is none. Never rejects. */
export interface Reasoner {
  /** Named in the span of the run. */
  readonly name: string;
  think(state: LoopState, call: ThinkCall): Promise<ThinkResult>;
}
