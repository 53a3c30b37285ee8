import { startUnit } from "./attempt.ts";
import { type Decision, decide } from "./decide.ts";
import { applyFact } from "./fold.ts";
import { breakOff, type InFlight } from "../effects/in-flight.ts";
import { arrive, type Launch, type Leg } from "./leg.ts";
import { startReadBack } from "./read-back.ts";
import { noteRound } from "./note-round.ts";

/** How long writes that are under way may take to end when the process stops. */
const drainMs = 10_000;

/** Reads run ahead of the disk by no more facts than this, so that a long chain of quick ones leaves room for others. */
const mostUnsaved = 256;

/**
 * Carries out what `decide` decides until the run waits or ends. What has come in, what follows from it, and the
 * effects that are about to be sent are one transaction; a write goes out when that is durable. Reads do not wait for
 * it: after a crash they are repeated, and nothing irreversible has been built on them.
 */
export async function drive(leg: Leg): Promise<void> {
  for (;;) {
    if (leg.hasNews) await takeInNews(leg);
    takeInArrived(leg);
    const { decision, launches } = next(leg);
    const noted = noteRound(leg, decision);
    if (noted !== undefined) await noted;
    if (decision.kind !== "go") return leg.writer.flush();
    send(leg, launches);
    if (leg.writer.size() >= mostUnsaved) await leg.writer.flush();
    if (decision.abortCalls) abortAll(leg, ["read", "write"]);
    await somethingHappens(leg, decision.wakeAt);
    if (leg.lease.signal.aborted) return drain(leg);
  }
}

function send(leg: Leg, launches: readonly Launch[]): void {
  const durable = leg.writer.flush();
  durable.catch((error: unknown) => arrive(leg, () => raise(error)));
  for (const { go, writes } of launches) {
    if (writes) void durable.then(go, () => undefined);
    else go();
  }
}

function raise(error: unknown): never {
  throw error;
}

function takeInArrived(leg: Leg): void {
  for (const takeIn of leg.arrived.splice(0)) takeIn();
}

/** Decides again while steps end that need nothing from outside. */
function next(leg: Leg): { decision: Decision; launches: Launch[] } {
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
async function somethingHappens({ parts, bell, lease }: Leg, wakeAt: number | undefined): Promise<void> {
  const takeBack = wakeAt === undefined ? undefined : parts.clock.wake(wakeAt, bell.ring);
  if (!lease.signal.aborted) await bell.rung();
  takeBack?.();
}

/** Decisions and cancels come from outside of the leg, through the journal. */
async function takeInNews(leg: Leg): Promise<void> {
  leg.hasNews = false;
  const { run, state } = leg;
  for (const entry of await leg.parts.store.journal(run.tenant, run.id, leg.readUpTo))
    if (entry.fact.kind === "cancel" || entry.fact.kind === "decision") applyFact(state, entry);
}

/** Ends what can be repeated, lets writes end by themselves, and keeps every answer. The job stays for the next process. */
async function drain(leg: Leg): Promise<void> {
  const { clock } = leg.parts;
  abortAll(leg, ["read", "read_back"]);
  const takeBack = clock.wake(clock.now() + drainMs, () => abortAll(leg, ["write"]));
  while (leg.inFlight.size > 0) {
    await leg.bell.rung();
    takeInArrived(leg);
  }
  takeBack();
  await leg.writer.flush();
}

function abortAll(leg: Leg, kinds: readonly InFlight["kind"][]): void {
  for (const call of leg.inFlight.values()) if (kinds.includes(call.kind)) breakOff(call);
}
