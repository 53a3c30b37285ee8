import { startUnit } from "./attempt.ts";
import { type Decision, decide } from "./decide.ts";
import { applyFact } from "./fold.ts";
import { abortCall, type InFlight } from "../effects/in-flight.ts";
import { deliver, type Launch, type Execution } from "./execution.ts";
import { startReadBack } from "./read-back.ts";
import { recordRound } from "./record-round.ts";

/** How long writes in flight may take to finish when the process stops. */
const drainMs = 10_000;

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
    drainInbox(execution);
    const { decision, launches } = next(execution);
    const noted = recordRound(execution, decision);
    if (noted !== undefined) await noted;
    if (decision.kind !== "go") return execution.writer.flush();
    send(execution, launches);
    if (execution.writer.size() >= maxUnsaved) await execution.writer.flush();
    if (decision.abortCalls) abortAll(execution, ["read", "write"]);
    await nextChange(execution, decision.wakeAt);
    if (execution.lease.signal.aborted) return drain(execution);
  }
}

function send(execution: Execution, launches: readonly Launch[]): void {
  const durable = execution.writer.flush();
  durable.catch((error: unknown) => deliver(execution, () => raise(error)));
  for (const { go, writes } of launches) {
    if (writes) void durable.then(go, () => undefined);
    else go();
  }
}

function raise(error: unknown): never {
  throw error;
}

function drainInbox(execution: Execution): void {
  for (const takeIn of execution.inbox.splice(0)) takeIn();
}

/** Decides again while steps complete without a call. */
function next(execution: Execution): { decision: Decision; launches: Launch[] } {
  const launches: Launch[] = [];
  for (;;) {
    const { clock } = execution.parts;
    const inOrder = execution.run.origin.kind === "draft";
    const parallel = inOrder ? 1 : execution.parts.parallel;
    const { state, inFlight, readBackAt } = execution;
    const decision = decide(state, { now: clock.now(), inFlight, parallel, inOrder, readBackAt });
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

/** Waits for an answer, a wake-up, the timer or the stop signal. */
async function nextChange({ parts, changed: bell, lease }: Execution, wakeAt: number | undefined): Promise<void> {
  const cancelTimer = wakeAt === undefined ? undefined : parts.clock.setTimer(wakeAt, bell.notify);
  if (!lease.signal.aborted) await bell.wait();
  cancelTimer?.();
}

/** Reads decisions and cancellations that others wrote to the journal. */
async function readNewFacts(execution: Execution): Promise<void> {
  execution.mustReadJournal = false;
  const { run, state } = execution;
  for (const entry of await execution.parts.store.journal(run.tenant, run.id, execution.readUpTo))
    if (entry.fact.kind === "cancel" || entry.fact.kind === "decision") applyFact(state, entry);
}

/** Aborts what can be repeated, lets writes finish, and stores every answer. The job stays for the next process. */
async function drain(execution: Execution): Promise<void> {
  const { clock } = execution.parts;
  abortAll(execution, ["read", "read_back"]);
  const cancelTimer = clock.setTimer(clock.now() + drainMs, () => abortAll(execution, ["write"]));
  while (execution.inFlight.size > 0) {
    await execution.changed.wait();
    drainInbox(execution);
  }
  cancelTimer();
  await execution.writer.flush();
}

function abortAll(execution: Execution, kinds: readonly InFlight["kind"][]): void {
  for (const call of execution.inFlight.values()) if (kinds.includes(call.kind)) abortCall(call);
}
