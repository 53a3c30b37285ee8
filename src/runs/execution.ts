import type { Clock } from "../ports/clock.ts";
import type { Lease } from "../ports/engine.ts";
import type { Fact } from "../ports/fact.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Run } from "../ports/run.ts";
import type { Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import { createCommit, createLoop, type DurableLoop } from "../effects/durable-loop.ts";
import { applyFact } from "./fold.ts";
import type { FollowUpRules } from "./follow-up.ts";
import type { NotifyOfWait } from "./follow-up-handler.ts";
import type { FreshRuns } from "./create-run.ts";
import type { Change } from "../effects/ledger.ts";
import type { ChildPlans } from "./plan-step.ts";
import type { CurrentPolicyLookup } from "./pins.ts";
import type { RunState } from "./run-state.ts";
import type { SettleTimer } from "../effects/settlement.ts";
import { createWriter } from "../effects/writer.ts";

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
  childPlans?: ChildPlans;
  /** How questions to people are followed up; without rules they never expire. */
  followUp?: FollowUpRules;
  /** Called in the transaction that asks or reminds a person. */
  notifyOfWait?: NotifyOfWait;
  /** Called with a run before it is stored. */
  onCreate?: (run: Run) => void;
  /** Called after each commit that changed a run. */
  onChange: (run: Run) => void;
  /** Called when a run starts to work, which is stored only with its first result. */
  onStart: (run: Run) => void;
};

/** A call about to start. A write is sent once everything known so far is durable; a read need not wait. */
export type StartedCall = { go: () => void; writes: boolean };

/**
 * The work on a run under one lease, until the run waits or ends. Only in memory: after a crash everything needed is in
 * the store.
 */
export type Execution = DurableLoop & {
  parts: DriverParts;
  lease: Lease;
  run: Run;
  /** The run as stored. */
  storedRun: Run;
  /** When the run first started. */
  startedAt: number;
  state: RunState;
  /** Unconfirmed units: how long their effect may still happen. */
  settleTimers: Map<string, SettleTimer>;
  /** Unconfirmed units that wait for their next read-back, with what cancels the wait. */
  settling: Map<string, () => void>;
  /** Waits opened by this execution. */
  openedWaits: Set<string>;
  /** Last `seq` read when the execution started. */
  readUpTo: number;
  /** Whether others may have written to the journal since. */
  mustReadJournal: boolean;
  /** Why a call was not sent, for example a lease that cannot be confirmed: the execution fails after its other calls. */
  failure?: { error: unknown };
};

export function createExecution(
  parts: DriverParts,
  from: Pick<Execution, "lease" | "run" | "state" | "ledger" | "readUpTo">,
): Execution {
  const { store, clock, log } = parts;
  const { lease, run, ledger } = from;
  const stop = lease.signal;
  const commit = createCommit({ store, clock, log, stop, job: lease.job, subject: { run: run.id } });
  const writer = createWriter((change) => writeTransaction(execution, commit, change));
  const execution: Execution = {
    ...createLoop({ clock, stop, ledger, writer }),
    parts,
    ...from,
    storedRun: run,
    startedAt: "startedAt" in run ? run.startedAt : clock.now(),
    settleTimers: new Map(),
    settling: new Map(),
    openedWaits: new Set(),
    mustReadJournal: false,
  };
  return execution;
}

/** Writes one transaction, with the run's record as of the commit. */
function writeTransaction(
  execution: Execution,
  commit: (change: Change) => Promise<void>,
  change: Change,
): Promise<void> {
  const before = execution.storedRun;
  let after = before;
  return commit((tx) => {
    change(tx);
    after = execution.run;
    if (after !== before) tx.setRun(after);
  }).then(() => {
    execution.storedRun = after;
    execution.parts.onChange(after);
  });
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
