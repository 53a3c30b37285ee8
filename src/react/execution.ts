import type { Observation } from "../contracts/react/trace.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import { createLoop, deliver, type DurableLoop } from "../effects/durable-loop.ts";
import type { JsonObject } from "../plan/json.ts";
import type { Clock } from "../ports/clock.ts";
import type { LeaseGuard } from "../ports/engine.ts";
import type { Verbs } from "../ports/verbs.ts";
import { applyFact, type LoopState } from "./loop-state.ts";
import { type Fact, factKey } from "./fact.ts";
import type { Reasoner } from "./reasoner.ts";
import type { Veto } from "./veto.ts";

/** Approval of calls that the policy holds back. */
export type Approvals = {
  /** The Draft that waits for the approval of this effect. */
  pending(tenant: string, effectKey: string): Promise<string | undefined>;
  /** What the call with this input observes once the Draft is decided; undefined before. */
  decided(tenant: string, draftId: string, input: JsonObject): Promise<Observation | undefined>;
};

export type LoopParts = {
  verbs: Verbs;
  reasoner: Reasoner;
  clock: Clock;
  /** Called before every call; one refusal or failure blocks it. */
  vetoes: readonly Veto[];
  /** How many calls of one run may be in flight. */
  parallel: number;
  /** Without it, a call that needs approval fails and the run continues. */
  approvals?: Approvals | undefined;
};

/** The work on a loop under one lease. Only in memory: everything needed is in the facts. */
export type Execution = DurableLoop & {
  parts: LoopParts;
  state: LoopState;
  /** Adds the fact to the next transaction; does nothing without storage. */
  keep: (key: string, fact: Fact) => void;
  emit: (event: ReactEvent) => void;
  /** Absent when no other worker can take the work. */
  guard: LeaseGuard | undefined;
  /** Whether the run may wait for a person. Agents and sub-goals continue without the result. */
  mayPause: boolean;
  thinking: AbortController | undefined;
  /** The commit started when the reasoner was last called. */
  saving: Promise<void>;
  /** Why this execution cannot continue. Calls in flight may still finish. */
  failure: { error: unknown } | undefined;
};

export function createExecution(
  given: Omit<Execution, keyof DurableLoop | "thinking" | "saving" | "failure"> &
    Pick<DurableLoop, "stop" | "ledger" | "writer">,
): Execution {
  const loop = createLoop({ ...given, clock: given.parts.clock });
  return { ...loop, ...given, thinking: undefined, saving: Promise.resolve(), failure: undefined };
}

/** Applies a fact to the state now and to the store with the next transaction. */
export function record(execution: Execution, fact: Fact): void {
  applyFact(execution.state, fact);
  execution.keep(factKey(fact), fact);
}

type DeliveryHandlers<T> = {
  apply: (value: T) => void;
  /** Called instead when the promise rejects. */
  onError?: () => void;
};

/** Hands the result of a promise to the loop; a rejection ends the execution. */
export function deliverResult<T>(
  execution: Execution,
  work: Promise<T>,
  { apply, onError }: DeliveryHandlers<T>,
): void {
  work.then(
    (value) => deliver(execution, () => apply(value)),
    (error: unknown) =>
      deliver(execution, () => {
        onError?.();
        execution.failure ??= { error };
      }),
  );
}
