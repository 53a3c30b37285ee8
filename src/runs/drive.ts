import { startUnit } from "./attempt.ts";
import { type Decision, decide } from "./decide.ts";
import { applyFact } from "./fold.ts";
import { abortCalls, applyInbox, deliver, drain, nextChange } from "../effects/durable-loop.ts";
import type { StartedCall, Execution } from "./execution.ts";
import { type Entry, unitKey } from "../ports/fact.ts";
import { cancelAwaitedRuns } from "./plan-step.ts";
import type { RunState } from "./run-state.ts";
import { startReadBack } from "./read-back.ts";
import { cancelWaits } from "./wait-step.ts";
import { recordRound } from "./record-round.ts";

/** How many facts reads may run ahead of the disk, so a long chain of quick reads yields to others. */
const maxUnsaved = 256;

/**
 * Executes the decisions until the run waits or ends. New facts, what follows from them and the effects about to be sent
 * are one transaction; a write is sent once that is durable. Reads do not wait for it: after a crash they are repeated,
 * and nothing irreversible depends on them.
 */
export async function drive(execution: Execution): Promise<void> {
  for (;;) {
    if (execution.mustReadJournal) await readNewFacts(execution);
    applyInbox(execution);
    if (execution.failure !== undefined) return endCalls(execution, execution.failure.error);
    cancelWaits(execution);
    const { decision, launches } = next(execution);
    if (decision.kind === "wait") await cancelAwaitedRuns(execution);
    const noted = recordRound(execution, decision);
    if (noted !== undefined) await noted;
    if (decision.kind !== "go") return execution.writer.flush();
    send(execution, launches);
    if (execution.writer.size() >= maxUnsaved) await execution.writer.flush();
    if (decision.abortCalls) abortCalls(execution, ["read", "write"]);
    await nextChange(execution, decision.wakeAt);
    if (execution.stop.aborted) return drainWrites(execution);
  }
}

function send(execution: Execution, launches: readonly StartedCall[]): void {
  const startAll = (writes: boolean) => (): void => {
    for (const launch of launches) if (launch.writes === writes) launch.go();
  };
  const isDurable = execution.writer.flush();
  isDurable.then(startAll(true), (error: unknown) => deliver(execution, () => raise(error)));
  startAll(false)();
}

function raise(error: unknown): never {
  throw error;
}

/** Decides again while steps complete without a call. */
function next(execution: Execution): { decision: Decision; launches: StartedCall[] } {
  const launches: StartedCall[] = [];
  for (;;) {
    const { clock } = execution.parts;
    const inOrder = execution.run.origin.kind === "draft";
    const parallel = inOrder ? 1 : execution.parts.parallel;
    const { state, inFlight, settling } = execution;
    const decision = decide(state, { now: clock.now(), inFlight, parallel, inOrder, settling });
    if (decision.kind !== "go") return { decision, launches };
    for (const unit of decision.readBack) launches.push(startReadBack(execution, unit));
    let instant = false;
    for (const unit of decision.start) {
      const launch = startUnit(execution, unit);
      if (launch === undefined) instant = true;
      else launches.push(launch);
    }
    if (!instant) return { decision, launches };
  }
}

/** Reads what others wrote to the journal: decisions, cancellations and the ends of waits. */
async function readNewFacts(execution: Execution): Promise<void> {
  execution.mustReadJournal = false;
  const { run, state } = execution;
  for (const entry of await execution.parts.store.journal(run.tenant, run.id, execution.readUpTo))
    if (entry.fact.kind === "cancel" || entry.fact.kind === "decision" || endsWait(state, entry))
      applyFact(state, entry);
}

function endsWait({ facts }: RunState, { fact }: Entry): boolean {
  return fact.kind === "attempt" && facts.get(unitKey(fact))?.armed.has(fact.attempt) === true;
}

/** Starts nothing more, stores the answers of the calls in flight, and fails. */
async function endCalls(execution: Execution, error: unknown): Promise<void> {
  while (execution.inFlight.size > 0) {
    await nextChange(execution);
    if (execution.stop.aborted) return drainWrites(execution);
    applyInbox(execution);
  }
  await execution.writer.flush();
  throw error;
}

/** A write that outlives the stop is aborted, and settled by the next process. */
function drainWrites(execution: Execution): Promise<void> {
  const { inFlight } = execution;
  return drain(execution, {
    isIdle: () => inFlight.size === 0,
    onTimeout: () => abortCalls(execution, ["write"]),
  });
}
