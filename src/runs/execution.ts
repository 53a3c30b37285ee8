import type { Clock } from "../ports/clock.ts";
import type { Lease } from "../ports/engine.ts";
import type { Fact } from "../ports/fact.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Run } from "../ports/run.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import { type AsyncEvent, createAsyncEvent } from "../effects/async-event.ts";
import { applyFact } from "./fold.ts";
import type { FreshRuns } from "./fresh-runs.ts";
import type { InFlight } from "../effects/in-flight.ts";
import type { Change, Ledger } from "../effects/ledger.ts";
import { persist } from "../effects/persist.ts";
import type { CurrentPolicyLookup } from "./pins.ts";
import type { RunState } from "./run-state.ts";
import { createWriter, type Writer } from "../effects/writer.ts";

export type DriverParts = {
  store: Store;
  verbs: Verbs;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** How many units of one run may be under way at once. */
  parallel: number;
  currentPolicy?: CurrentPolicyLookup;
  fresh: FreshRuns;
  /** Told of a run before it is stored, where it is asked for. */
  onCreate?: (run: Run) => void;
  /** Told whenever something about a run has become durable. */
  onChange: (run: Run) => void;
};

/** A call about to be made. One that writes goes out when everything known so far is durable; a read need not wait. */
export type Launch = { go: () => void; writes: boolean };

/** One stretch of work on a run, from its lease until it waits or ends. All of it is lost in a crash, and none missed. */
export type Execution = {
  parts: DriverParts;
  lease: Lease;
  run: Run;
  /** The run as the store has it. */
  storedRun: Run;
  /** When the run was first worked on. */
  startedAt: number;
  state: RunState;
  ledger: Ledger;
  inFlight: Map<string, InFlight>;
  writer: Writer;
  /** What ended calls bring, to be taken in by the loop; one that throws ends the execution. */
  inbox: (() => void)[];
  /** Waits that this execution has opened. */
  openedWaits: Set<string>;
  /** Up to where the journal was read when the execution began. */
  readUpTo: number;
  /** Somebody else may have written to the journal since. */
  mustReadJournal: boolean;
  changed: AsyncEvent;
};

export function createExecution(
  parts: DriverParts,
  from: Pick<Execution, "lease" | "run" | "state" | "ledger" | "readUpTo">,
): Execution {
  const execution: Execution = {
    parts,
    ...from,
    storedRun: from.run,
    startedAt: "startedAt" in from.run ? from.run.startedAt : parts.clock.now(),
    inFlight: new Map(),
    writer: createWriter((change) => writeTransaction(execution, change)),
    inbox: [],
    openedWaits: new Set(),
    mustReadJournal: false,
    changed: createAsyncEvent(),
  };
  return execution;
}

/**
 * One transaction of the execution; the run's own record goes along as it stands when the transaction happens. Nothing of it counts
 * once another worker has the run.
 */
async function writeTransaction(execution: Execution, change: (tx: Tx) => void): Promise<void> {
  const { store, clock, log, onChange } = execution.parts;
  const before = execution.storedRun;
  const onPause = (error: unknown): void =>
    log.warn("the store takes nothing for now", { run: before.id, error: String(error) });
  let after = before;
  await persist({ store, clock, signal: execution.lease.signal, onPause }, (tx) => {
    tx.assertLeased(execution.lease.job);
    change(tx);
    after = execution.run;
    if (after !== before) tx.setRun(after);
  });
  execution.storedRun = after;
  onChange(after);
}

export function addChange(execution: Execution, change: Change): void {
  execution.writer.add(change);
}

/** Takes a fact into the state now and into the journal with the next transaction. */
export function record(execution: Execution, fact: Fact): void {
  const at = execution.parts.clock.now();
  applyFact(execution.state, { fact, at });
  addChange(execution, (tx) => tx.append(execution.run.id, fact, at));
}

/** Hands something to the loop from outside of it. */
export function deliver(execution: Execution, takeIn: () => void): void {
  execution.inbox.push(takeIn);
  execution.changed.notify();
}
