import type { VerbError } from "../contracts/react/verb.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { Step } from "../plan/step.ts";
import type { Fact, UnitRef } from "../ports/fact.ts";
import type { WaitKind } from "../ports/wait.ts";

export type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;

/** What the journal says about one unit: each kind of fact by the attempt it is about. */
export type UnitFacts = {
  attempts: (FactOf<"attempt"> & { at: number })[];
  readbacks: ReadonlyMap<number, FactOf<"readback">>;
  decisions: ReadonlyMap<number, FactOf<"decision">>;
};

/** Where a unit stands; nothing but its facts and its step decide it. */
export type Phase =
  | { kind: "ready"; attempt: number; editedArgs?: JsonObject }
  /** Between attempts. `since` tells a clock that has gone back. */
  | { kind: "backingOff"; attempt: number; since: number; until: number; editedArgs?: JsonObject }
  /** Sent, without an answer, and the tool can be asked what became of it. */
  | { kind: "unconfirmed"; attempt: number; editedArgs?: JsonObject }
  /** A person must decide before the run goes on. */
  | { kind: "needsOperator"; attempt: number; wait: WaitKind; error?: VerbError; editedArgs?: JsonObject }
  | { kind: "done"; output: Json; degraded?: string }
  | { kind: "failed"; error: VerbError; by: "step" | "operator" | "safety" }
  | { kind: "skipped" };

/** The smallest thing that is carried out: a step, or one element of its iteration. */
export type Unit = UnitRef & {
  key: string;
  /** Place of its step in the plan. */
  at: number;
  planStep: Step;
  /** The element of the iteration. */
  element?: Json;
  facts: UnitFacts;
  phase: Phase;
};

/** Most units are never read back nor decided on, so they share this. */
const none: ReadonlyMap<number, never> = new Map<number, never>();

export function noFacts(): UnitFacts {
  return { attempts: [], readbacks: none, decisions: none };
}

export function isSettled(phase: Phase): boolean {
  return phase.kind === "done" || phase.kind === "failed" || phase.kind === "skipped";
}
