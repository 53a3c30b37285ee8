import type { Handler, Lease } from "../ports/engine.ts";
import { refOf } from "../ports/fact.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import { isConflict } from "../ports/store-error.ts";
import { drive } from "./drive.ts";
import { fold } from "./fold.ts";
import type { FreshRun } from "./create-run.ts";
import { createLedger, settlingOf } from "../effects/ledger.ts";
import { whileLeased } from "../effects/durable-loop.ts";
import { settleMs } from "../effects/settlement.ts";
import { abortCall } from "../effects/in-flight.ts";
import { addChange, createExecution, type DriverParts, type Execution, record } from "./execution.ts";
import { journalFormat } from "./pins.ts";
import { cancelReadBacks } from "./read-back.ts";
import { unitOf } from "./undo.ts";
import { runErrors } from "./run-errors.ts";

/** The engine's handler for runs: one lease is one execution. */
export function createDriver(parts: DriverParts): Handler {
  return async (lease) => {
    let execution: Execution | undefined;
    let woken = false;
    lease.onWake(() => {
      woken = true;
      if (execution === undefined) return;
      execution.mustReadJournal = true;
      execution.changed.notify();
    });
    execution = await openExecution(parts, lease);
    if (execution === undefined) return;
    execution.mustReadJournal = woken;
    const running = execution;
    try {
      await whileLeased(running, () => drive(running)).finally(() => cancelReadBacks(running));
    } catch (error) {
      for (const call of execution.inFlight.values()) abortCall(call);
      if (!isConflict(error)) throw error;
      // Another worker changed the run; the journal is read again at the next lease.
      parts.log.warn("lease lost, another worker continues the run", {
        event: "engine.lease_lost",
        run: lease.job.key,
        error: String(error),
      });
    }
  };
}

async function openExecution(parts: DriverParts, lease: Lease): Promise<Execution | undefined> {
  const { store } = parts;
  const { tenant, key, version } = lease.job;
  const fresh = parts.fresh.get(key);
  parts.fresh.delete(key);
  if (version === 1 && fresh !== undefined) return firstExecution(parts, lease, fresh);
  const run = await store.run(tenant, key);
  if (run === undefined || hasEnded(run)) {
    await store.write((tx) => tx.release(lease.job));
    return undefined;
  }
  if (run.pins.format > journalFormat)
    throw new Error(`run ${run.id} was written by a newer release; run that release`);
  const [plan, entries, effects] = await Promise.all([
    store.plan(tenant, run.planHash),
    store.journal(tenant, run.id),
    store.effects(tenant, run.id),
  ]);
  if (plan === undefined) throw new Error(`the plan ${run.planHash} of run ${run.id} is not in the store`);
  const state = fold(run.id, plan, entries);
  if (run.status === "queued" && run.runAt !== undefined && state.cancel === undefined) {
    const { runAt: dueAt } = run;
    const now = parts.clock.now();
    if (now < dueAt) {
      await store.write((tx) => tx.release(lease.job, { dueAt, now }));
      return undefined;
    }
  }
  const execution = createExecution(parts, {
    lease,
    run,
    state,
    ledger: createLedger(effects),
    readUpTo: entries.at(-1)?.seq ?? 0,
  });
  recordLostAnswers(execution, run);
  return execution;
}

/** A run created here that no worker has started: nothing has to be read. */
function firstExecution(parts: DriverParts, lease: Lease, { run, plan }: FreshRun): Execution {
  return createExecution(parts, { lease, run, state: fold(run.id, plan, []), ledger: createLedger([]), readUpTo: 0 });
}

/** Sent effects without an answer in the journal: the process ended in between. */
function recordLostAnswers(execution: Execution, run: Run): void {
  for (const effect of execution.ledger.all()) {
    if (effect.state !== "sent" || effect.runId !== run.id) continue;
    const unit = unitOf(execution.state, effect.unit);
    const spec = execution.parts.verbs.describe(effect.verb, run.tenant);
    const lost = { ok: false, error: runErrors.answer_lost } as const;
    const settling = settlingOf(lost, spec) ?? "operator";
    addChange(execution, execution.ledger.move({ ...effect, state: "unknown" }));
    if (unit === undefined || unit.facts.attempts[effect.attempt - 1] !== undefined) continue;
    const { attempt, verb, argsHash, at: startedAt } = effect;
    const result = { ...lost, settling, settleAt: execution.clock.now() + settleMs(spec?.timeoutMs) };
    record(execution, { kind: "attempt", ...refOf(unit), attempt, verb, argsHash, startedAt, result });
  }
}
