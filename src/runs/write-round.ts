import { headOf } from "../ports/run.ts";
import { closedRun } from "./closing.ts";
import type { Decision } from "./decide.ts";
import type { Leg } from "./leg.ts";
import { persist } from "./persist.ts";
import { waitFor } from "./wait-for.ts";

/**
 * Makes the round durable: its facts and effects, the waits it opens, and how the run stands. That a run has begun is
 * written with the first thing it has to say, not by itself.
 */
export async function writeRound(leg: Leg, decision: Decision): Promise<void> {
  const before = leg.run;
  if (decision.kind === "end") await close(leg, decision.how === "cancelled");
  else openHeld(leg);
  if (decision.kind === "wait") rest(leg, decision);
  if (leg.changes.length === 0) return;
  if (decision.kind === "go" && before.status !== "running")
    leg.run = { ...headOf(before), status: "running", startedAt: leg.startedAt };
  const after = leg.run;
  if (after !== before) leg.changes.push((tx) => tx.setRun(after));
  const { parts, lease } = leg;
  const onPause = (error: unknown): void =>
    parts.log.warn("the store takes nothing for now", { run: after.id, error: String(error) });
  await persist({ ...parts, signal: lease.signal, onPause }, leg.changes.splice(0));
  parts.onChange(after);
}

async function close(leg: Leg, cancelled: boolean): Promise<void> {
  const { parts, lease, run, state } = leg;
  const now = parts.clock.now();
  leg.run = closedRun(leg, { cancelled, now });
  const mayWait = state.places.held.size > 0 || run.status === "waiting" || leg.opened.size > 0;
  const waits = mayWait ? await parts.store.waits(run.tenant, { runId: run.id }) : [];
  const open = waits.filter((wait) => wait.state === "open");
  leg.changes.push((tx) => {
    for (const wait of open) tx.settleWait({ ...wait, state: "closed", decidedAt: now });
    tx.release(lease.job);
  });
}

/** A wait ends the job: a decision, or the timer, puts it in again. */
function rest(leg: Leg, { waiting }: Extract<Decision, { kind: "wait" }>): void {
  const { parts, lease, run } = leg;
  const now = parts.clock.now();
  leg.run = { ...headOf(run), status: "waiting", startedAt: leg.startedAt, waiting };
  const again = waiting.for === "timer" ? { dueAt: waiting.until, now } : undefined;
  leg.changes.push((tx) => tx.release(lease.job, again));
}

function openHeld(leg: Leg): void {
  for (const unit of leg.state.places.held) {
    const wait = waitFor(leg, unit);
    if (wait === undefined || leg.opened.has(wait.id)) continue;
    leg.opened.add(wait.id);
    leg.changes.push((tx) => tx.openWait(wait));
  }
}
