import type { ReactEvent } from "../contracts/react/react-event.ts";
import { type Bell, createBell } from "../effects/bell.ts";
import type { InFlight } from "../effects/in-flight.ts";
import type { Ledger } from "../effects/ledger.ts";
import type { Writer } from "../effects/writer.ts";
import type { Clock } from "../ports/clock.ts";
import type { Hold } from "../ports/engine.ts";
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
export type Leg = {
  parts: LoopParts;
  state: LoopState;
  ledger: Ledger;
  writer: Writer;
  /** Adds the fact to what is written next; does nothing where nothing is kept. */
  keep: (key: string, fact: Fact) => void;
  emit: (event: ReactEvent) => void;
  /** Absent where nobody else can take the work. */
  hold: Hold | undefined;
  /** Fires when the process stops: things are left as they are. */
  stop: AbortSignal;
  thinking: AbortController | undefined;
  /** What was begun to be made durable when the reasoner was asked last. */
  saving: Promise<void>;
  inFlight: Map<string, InFlight>;
  /** What ended calls bring, to be taken in by the loop. */
  arrived: (() => void)[];
  /** Why this stretch of work cannot go on. What is out may end all the same. */
  failure: { error: unknown } | undefined;
  bell: Bell;
};

export function createLeg(given: Omit<Leg, "thinking" | "saving" | "inFlight" | "arrived" | "failure" | "bell">): Leg {
  return {
    ...given,
    thinking: undefined,
    saving: Promise.resolve(),
    inFlight: new Map(),
    arrived: [],
    failure: undefined,
    bell: createBell(),
  };
}

/** Takes a fact into the state now and into the store with the next transaction. */
export function record(leg: Leg, fact: Fact): void {
  applyFact(leg.state, fact);
  leg.keep(factKey(fact), fact);
}

/** Hands something to the loop from outside of it. */
export function arrive(leg: Leg, takeIn: () => void): void {
  leg.arrived.push(takeIn);
  leg.bell.ring();
}

export type Arrival<T> = {
  takeIn: (value: T) => void;
  /** Called instead where the promise is broken. */
  lose?: () => void;
};

/** The same for what a promise comes to; a broken one ends the leg. */
export function arriveWith<T>(leg: Leg, work: Promise<T>, { takeIn, lose }: Arrival<T>): void {
  work.then(
    (value) => arrive(leg, () => takeIn(value)),
    (error: unknown) =>
      arrive(leg, () => {
        lose?.();
        leg.failure ??= { error };
      }),
  );
}
