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
  /** Asked before every call; one that refuses, or fails, is enough. */
  vetoes: readonly Veto[];
  /** How many calls of one run may be under way at once. */
  parallel: number;
};

/** One stretch of work on a loop. All of it is lost in a crash, and none missed: what counts is in the facts. */
export type Execution = {
  parts: LoopParts;
  state: LoopState;
  ledger: Ledger;
  writer: Writer;
  /** Adds the fact to what is written next; does nothing where nothing is kept. */
  keep: (key: string, fact: Fact) => void;
  emit: (event: ReactEvent) => void;
  /** Absent where nobody else can take the work. */
  guard: LeaseGuard | undefined;
  /** Fires when the process stops: things are left as they are. */
  stop: AbortSignal;
  thinking: AbortController | undefined;
  /** What was begun to be made durable when the reasoner was asked last. */
  saving: Promise<void>;
  inFlight: Map<string, InFlight>;
  /** What ended calls bring, to be taken in by the loop. */
  inbox: (() => void)[];
  /** Why this stretch of work cannot go on. What is out may end all the same. */
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

/** Takes a fact into the state now and into the store with the next transaction. */
export function record(execution: Execution, fact: Fact): void {
  applyFact(execution.state, fact);
  execution.keep(factKey(fact), fact);
}

/** Hands something to the loop from outside of it. */
export function deliver(execution: Execution, takeIn: () => void): void {
  execution.inbox.push(takeIn);
  execution.changed.notify();
}

export type DeliveryHandlers<T> = {
  apply: (value: T) => void;
  /** Called instead where the promise is broken. */
  onError?: () => void;
};

/** The same for what a promise comes to; a broken one ends the execution. */
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
