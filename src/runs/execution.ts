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
  /** How many units of one run may be in flight. */
  parallel: number;
  currentPolicy?: CurrentPolicyLookup;
  fresh: FreshRuns;
  /** Called with a run before it is stored. */
  onCreate?: (run: Run) => void;
  /** Called after each commit that changed a run. */
  onChange: (run: Run) => void;
};

/** A call about to start. A write is sent once everything known so far is durable; a read need not wait. */
export type Launch = { go: () => void; writes: boolean };

/**
 * The work on a run under one lease, until the run waits or ends. Only in memory: after a crash everything needed is in
 * the store.
 */
export type Execution = {
  parts: DriverParts;
  lease: Lease;
  run: Run;
  /** The run as stored. */
  storedRun: Run;
  /** When the run first started. */
  startedAt: number;
  state: RunState;
  ledger: Ledger;
  inFlight: Map<string, InFlight>;
  /** When each unconfirmed unit is read back next. */
  readBackAt: Map<string, number>;
  writer: Writer;
  /** Results of finished calls for the loop to apply; one that throws ends the execution. */
  inbox: (() => void)[];
  /** Waits opened by this execution. */
  openedWaits: Set<string>;
  /** Last `seq` read when the execution started. */
  readUpTo: number;
  /** Whether others may have written to the journal since. */
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
    readBackAt: new Map(),
    writer: createWriter((change) => writeTransaction(execution, change)),
    inbox: [],
    openedWaits: new Set(),
    mustReadJournal: false,
    changed: createAsyncEvent(),
  };
  return execution;
}

/** Writes one transaction, with the run's record as of the commit. It fails once another worker has the run. */
async function writeTransaction(execution: Execution, change: (tx: Tx) => void): Promise<void> {
  const { store, clock, log, onChange } = execution.parts;
  const before = execution.storedRun;
  const onPause = (error: unknown): void =>
    log.warn("store write failed, retrying", { event: "store.write_retry", run: before.id, error: String(error) });
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

/** Applies a fact to the state now and to the journal with the next transaction. */
export function record(execution: Execution, fact: Fact): void {
  const at = execution.parts.clock.now();
  applyFact(execution.state, { fact, at });
  addChange(execution, (tx) => tx.append(execution.run.id, fact, at));
}

/** Hands a result to the loop. */
export function deliver(execution: Execution, takeIn: () => void): void {
  execution.inbox.push(takeIn);
  execution.changed.notify();
}
