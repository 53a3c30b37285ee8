import type { ReactEvent } from "../contracts/react/react-event.ts";
import { type AsyncEvent, createAsyncEvent } from "../effects/async-event.ts";
import type { InFlight } from "../effects/in-flight.ts";
import type { Ledger } from "../effects/ledger.ts";
import type { Writer } from "../effects/writer.ts";
import type { Clock } from "../ports/clock.ts";
import type { LeaseGuard } from "../ports/engine.ts";
import type { Verbs } from "../ports/verbs.ts";
import { applyFact, type LoopState } from "./loop-state.ts";
import { type Fact, factKey } from "./fact.ts";
import type { Reasoner } from "./reasoner.ts";
import type { Veto } from "./veto.ts";

export type LoopParts = {
  verbs: Verbs;
  reasoner: Reasoner;
  clock: Clock;
  /** Called before every call; one refusal or failure blocks it. */
  vetoes: readonly Veto[];
  /** How many calls of one run may be in flight. */
  parallel: number;
};

/** The work on a loop under one lease. Only in memory: everything needed is in the facts. */
export type Execution = {
  parts: LoopParts;
  state: LoopState;
  ledger: Ledger;
  writer: Writer;
  /** Adds the fact to the next transaction; does nothing without storage. */
  keep: (key: string, fact: Fact) => void;
  emit: (event: ReactEvent) => void;
  /** Absent when no other worker can take the work. */
  guard: LeaseGuard | undefined;
  /** Aborts when the process stops. */
  stop: AbortSignal;
  thinking: AbortController | undefined;
  /** The commit started when the reasoner was last called. */
  saving: Promise<void>;
  inFlight: Map<string, InFlight>;
  /** Results of finished calls for the loop to apply. */
  inbox: (() => void)[];
  /** Why this execution cannot continue. Calls in flight may still finish. */
  failure: { error: unknown } | undefined;
  changed: AsyncEvent;
};

export function createExecution(
  given: Omit<Execution, "thinking" | "saving" | "inFlight" | "inbox" | "failure" | "changed">,
): Execution {
  return {
    ...given,
    thinking: undefined,
    saving: Promise.resolve(),
    inFlight: new Map(),
    inbox: [],
    failure: undefined,
    changed: createAsyncEvent(),
  };
}

/** Applies a fact to the state now and to the store with the next transaction. */
export function record(execution: Execution, fact: Fact): void {
  applyFact(execution.state, fact);
  execution.keep(factKey(fact), fact);
}

/** Hands a result to the loop. */
export function deliver(execution: Execution, takeIn: () => void): void {
  execution.inbox.push(takeIn);
  execution.changed.notify();
}

export type DeliveryHandlers<T> = {
  apply: (value: T) => void;
  /** Called instead when the promise rejects. */
  onError?: () => void;
};

/** Hands the result of a promise to the loop; a rejection ends the execution. */
export function deliverResult<T>(
  execution: Execution,
  work: Promise<T>,
  { apply: takeIn, onError: lose }: DeliveryHandlers<T>,
): void {
  work.then(
    (value) => deliver(execution, () => takeIn(value)),
    (error: unknown) =>
      deliver(execution, () => {
        lose?.();
        execution.failure ??= { error };
      }),
  );
}
