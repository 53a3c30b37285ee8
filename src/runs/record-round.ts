import { toRunHead } from "../ports/run.ts";
import { closedRun } from "./closing.ts";
import type { Decision } from "./decide.ts";
import { addChange, type Execution } from "./execution.ts";
import { waitFor } from "./wait-for.ts";

/**
 * Puts together what the round leaves in the store besides its facts and effects: the waits it opens, how the run
 * stands, and whether its job is done. That a run has begun is written with the first thing it has to say.
 */
export function recordRound(leg: Execution, decision: Decision): Promise<void> | undefined {
  if (decision.kind === "end") return close(leg, decision.how === "cancelled");
  openWaits(leg);
  if (decision.kind === "wait") suspend(leg, decision);
  else if (leg.run.status !== "running") leg.run = { ...toRunHead(leg.run), status: "running", startedAt: leg.startedAt };
  return undefined;
}

async function close(leg: Execution, cancelled: boolean): Promise<void> {
  const { parts, lease, run, state } = leg;
  const now = parts.clock.now();
  leg.run = closedRun(leg, { cancelled, now });
  const mayWait = state.unitsByPhase.needsOperator.size > 0 || run.status === "waiting" || leg.openedWaits.size > 0;
  const waits = mayWait ? await parts.store.waits(run.tenant, { runId: run.id }) : [];
  const open = waits.filter((wait) => wait.state === "open");
  addChange(leg, (tx) => {
    for (const wait of open) tx.settleWait({ ...wait, state: "closed", decidedAt: now });
    tx.release(lease.job);
  });
}

/** A wait ends the job: a decision, or the timer, puts it in again. */
function suspend(leg: Execution, { waiting }: Extract<Decision, { kind: "wait" }>): void {
  const { parts, lease, run } = leg;
  const now = parts.clock.now();
  leg.run = { ...toRunHead(run), status: "waiting", startedAt: leg.startedAt, waiting };
  const again = waiting.for === "timer" ? { dueAt: waiting.until, now } : undefined;
  addChange(leg, (tx) => tx.release(lease.job, again));
}

function openWaits(leg: Execution): void {
  for (const unit of leg.state.unitsByPhase.needsOperator) {
    const wait = waitFor(leg, unit);
    if (wait === undefined || leg.openedWaits.has(wait.id)) continue;
    leg.openedWaits.add(wait.id);
    addChange(leg, (tx) => tx.openWait(wait));
  }
}
