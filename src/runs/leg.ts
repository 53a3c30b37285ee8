import type { Clock } from "../ports/clock.ts";
import type { Lease } from "../ports/engine.ts";
import type { Fact } from "../ports/fact.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Run } from "../ports/run.ts";
import type { Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import { type Bell, createBell } from "./bell.ts";
import { applyFact } from "./fold.ts";
import type { FreshRuns } from "./fresh-runs.ts";
import type { Change, Ledger } from "./ledger.ts";
import type { RunState } from "./run-state.ts";

export type DriverParts = {
  store: Store;
  verbs: Verbs;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** How many units of one run may be under way at once. */
  parallel: number;
  fresh: FreshRuns;
  /** Told of a run before it is stored, where it is asked for. */
  onCreate?: (run: Run) => void;
  /** Told whenever something about a run has become durable. */
  onChange: (run: Run) => void;
};

/** A call under way. A write is not broken off for a mere restart: that would leave its outcome unknown. */
export type InFlight = { abort: AbortController; kind: "read" | "write" | "read_back" };

/** One stretch of work on a run, from its lease until it waits or ends. All of it is lost in a crash, and none missed. */
export type Leg = {
  parts: DriverParts;
  lease: Lease;
  run: Run;
  /** When the run was first worked on. */
  startedAt: number;
  state: RunState;
  ledger: Ledger;
  inFlight: Map<string, InFlight>;
  /** Changes for the next transaction. */
  changes: Change[];
  /** What ended calls bring, to be taken in by the loop; one that throws ends the leg. */
  arrived: (() => void)[];
  /** Waits that this leg has opened. */
  opened: Set<string>;
  /** Up to where the journal was read when the leg began. */
  readUpTo: number;
  /** Somebody else may have written to the journal since. */
  hasNews: boolean;
  bell: Bell;
};

export function createLeg(parts: DriverParts, from: Pick<Leg, "lease" | "run" | "state" | "ledger" | "readUpTo">): Leg {
  return {
    parts,
    ...from,
    startedAt: "startedAt" in from.run ? from.run.startedAt : parts.clock.now(),
    inFlight: new Map(),
    changes: [],
    arrived: [],
    opened: new Set(),
    hasNews: false,
    bell: createBell(),
  };
}

/** Takes a fact into the state now and into the journal with the next transaction. */
export function record(leg: Leg, fact: Fact): void {
  const at = leg.parts.clock.now();
  applyFact(leg.state, { fact, at });
  leg.changes.push((tx) => tx.append(leg.run.id, fact, at));
}

/** Hands something to the loop from outside of it. */
export function arrive(leg: Leg, takeIn: () => void): void {
  leg.arrived.push(takeIn);
  leg.bell.ring();
}
