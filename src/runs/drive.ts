import { startUnit } from "./attempt.ts";
import { type Decision, decide } from "./decide.ts";
import { applyFact } from "./fold.ts";
import { abortCall, type InFlight } from "../effects/in-flight.ts";
import { deliver, type Launch, type Execution } from "./execution.ts";
import { startReadBack } from "./read-back.ts";
import { recordRound } from "./record-round.ts";

/** How long writes that are under way may take to end when the process stops. */
const drainMs = 10_000;

/** Reads run ahead of the disk by no more facts than this, so that a long chain of quick ones leaves room for others. */
const maxUnsaved = 256;

/**
 * Carries out what `decide` decides until the run waits or ends. What has come in, what follows from it, and the
 * effects that are about to be sent are one transaction; a write goes out when that is durable. Reads do not wait for
 * it: after a crash they are repeated, and nothing irreversible has been built on them.
 */
export async function drive(leg: Execution): Promise<void> {
  for (;;) {
    if (leg.mustReadJournal) await readNewFacts(leg);
    drainInbox(leg);
    const { decision, launches } = next(leg);
    const noted = recordRound(leg, decision);
    if (noted !== undefined) await noted;
    if (decision.kind !== "go") return leg.writer.flush();
    send(leg, launches);
    if (leg.writer.size() >= maxUnsaved) await leg.writer.flush();
    if (decision.abortCalls) abortAll(leg, ["read", "write"]);
    await nextChange(leg, decision.wakeAt);
    if (leg.lease.signal.aborted) return drain(leg);
  }
}

function send(leg: Execution, launches: readonly Launch[]): void {
  const durable = leg.writer.flush();
  durable.catch((error: unknown) => deliver(leg, () => raise(error)));
  for (const { go, writes } of launches) {
    if (writes) void durable.then(go, () => undefined);
    else go();
  }
}

function raise(error: unknown): never {
  throw error;
}

function drainInbox(leg: Execution): void {
  for (const takeIn of leg.inbox.splice(0)) takeIn();
}

/** Decides again while steps end that need nothing from outside. */
function next(leg: Execution): { decision: Decision; launches: Launch[] } {
  const launches: Launch[] = [];
  for (;;) {
    const { clock } = leg.parts;
    const inOrder = leg.run.origin.kind === "draft";
    const parallel = inOrder ? 1 : leg.parts.parallel;
    const decision = decide(leg.state, { now: clock.now(), inFlight: leg.inFlight, parallel, inOrder });
    if (decision.kind !== "go") return { decision, launches };
    for (const unit of decision.readBack) launches.push(startReadBack(leg, unit));
    let instant = false;
    for (const unit of decision.start) {
      const launch = startUnit(leg, unit);
      if (launch === undefined) instant = true;
      else launches.push(launch);
    }
    if (!instant) return { decision, launches };
  }
}

/** An answer, a wake-up, the time to look again, or the order to stop. */
async function nextChange({ parts, changed: bell, lease }: Execution, wakeAt: number | undefined): Promise<void> {
  const takeBack = wakeAt === undefined ? undefined : parts.clock.setTimer(wakeAt, bell.notify);
  if (!lease.signal.aborted) await bell.wait();
  takeBack?.();
}

/** Decisions and cancels come from outside of the leg, through the journal. */
async function readNewFacts(leg: Execution): Promise<void> {
  leg.mustReadJournal = false;
  const { run, state } = leg;
  for (const entry of await leg.parts.store.journal(run.tenant, run.id, leg.readUpTo))
    if (entry.fact.kind === "cancel" || entry.fact.kind === "decision") applyFact(state, entry);
}

/** Ends what can be repeated, lets writes end by themselves, and keeps every answer. The job stays for the next process. */
async function drain(leg: Execution): Promise<void> {
  const { clock } = leg.parts;
  abortAll(leg, ["read", "read_back"]);
  const takeBack = clock.setTimer(clock.now() + drainMs, () => abortAll(leg, ["write"]));
  while (leg.inFlight.size > 0) {
    await leg.changed.wait();
    drainInbox(leg);
  }
  takeBack();
  await leg.writer.flush();
}

function abortAll(leg: Execution, kinds: readonly InFlight["kind"][]): void {
  for (const call of leg.inFlight.values()) if (kinds.includes(call.kind)) abortCall(call);
}
