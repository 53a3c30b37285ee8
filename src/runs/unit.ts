import type { VerbError } from "../contracts/react/verb.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { Step } from "../plan/step.ts";
import type { WaitTarget, Fact, EarlierWrite, UnitRef } from "../ports/fact.ts";
import type { WaitKind } from "../ports/wait.ts";

export type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;

/** The journal's facts about one unit, by attempt. */
export type UnitFacts = {
  attempts: (FactOf<"attempt"> & { at: number })[];
  readbacks: ReadonlyMap<number, FactOf<"readback">>;
  decisions: ReadonlyMap<number, FactOf<"decision">>;
  armed: ReadonlyMap<number, FactOf<"armed"> & { at: number }>;
};

/** The phase of a unit; decided only by its facts and its step. */
export type Phase =
  | { kind: "ready"; attempt: number; editedArgs?: JsonObject }
  /** Waiting for the next attempt. `since` detects a clock that went backwards. */
  | { kind: "backingOff"; attempt: number; since: number; until: number; editedArgs?: JsonObject }
  /** Sent without an answer; the tool is read back until it confirms the effect, or its absence is conclusive. */
  | { kind: "unconfirmed"; attempt: number; editedArgs?: JsonObject }
  /** A person must decide before the run continues. */
  | { kind: "needsOperator"; attempt: number; wait: WaitKind; error?: VerbError; editedArgs?: JsonObject }
  /** Waits for something outside, at most until `until`; other steps go on. */
  | { kind: "waiting"; attempt: number; for: WaitTarget; until?: number }
  | { kind: "done"; output: Json; degraded?: string; reused?: EarlierWrite }
  | { kind: "failed"; error: VerbError; by: "step" | "operator" | "safety" }
  | { kind: "skipped" };

/** The smallest unit of execution: a step, or one item of its iteration. */
export type Unit = UnitRef & {
  key: string;
  /** Index of its step in the plan. */
  at: number;
  planStep: Step;
  /** The item of the iteration. */
  element?: Json;
  facts: UnitFacts;
  phase: Phase;
};

/** Shared by most units, which are never read back nor decided on. */
const none: ReadonlyMap<number, never> = new Map<number, never>();

export function noFacts(): UnitFacts {
  return { attempts: [], readbacks: none, decisions: none, armed: none };
}

export function isSettled(phase: Phase): boolean {
  return phase.kind === "done" || phase.kind === "failed" || phase.kind === "skipped";
}
