import { headOf } from "../ports/run.ts";
import { closedRun } from "./closing.ts";
import type { Decision } from "./decide.ts";
import { addChange, type Leg } from "./leg.ts";
import { waitFor } from "./wait-for.ts";

/**
 * Puts together what the round leaves in the store besides its facts and effects: the waits it opens, how the run
 * stands, and whether its job is done. That a run has begun is written with the first thing it has to say.
 */
export function noteRound(leg: Leg, decision: Decision): Promise<void> | undefined {
  if (decision.kind === "end") return close(leg, decision.how === "cancelled");
  openHeld(leg);
  if (decision.kind === "wait") rest(leg, decision);
  else if (leg.run.status !== "running") leg.run = { ...headOf(leg.run), status: "running", startedAt: leg.startedAt };
  return undefined;
}

async function close(leg: Leg, cancelled: boolean): Promise<void> {
  const { parts, lease, run, state } = leg;
  const now = parts.clock.now();
  leg.run = closedRun(leg, { cancelled, now });
  const mayWait = state.places.held.size > 0 || run.status === "waiting" || leg.opened.size > 0;
  const waits = mayWait ? await parts.store.waits(run.tenant, { runId: run.id }) : [];
  const open = waits.filter((wait) => wait.state === "open");
  addChange(leg, (tx) => {
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
  addChange(leg, (tx) => tx.release(lease.job, again));
}

function openHeld(leg: Leg): void {
  for (const unit of leg.state.places.held) {
    const wait = waitFor(leg, unit);
    if (wait === undefined || leg.opened.has(wait.id)) continue;
    leg.opened.add(wait.id);
    addChange(leg, (tx) => tx.openWait(wait));
  }
}
