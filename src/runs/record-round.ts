import { toRunHead } from "../ports/run.ts";
import { closedRun } from "./closing.ts";
import type { Decision } from "./decide.ts";
import { addChange, type Execution } from "./execution.ts";
import { openGates } from "./run-state.ts";
import { waitFor } from "./wait-for.ts";

/**
 * Records what a round changes besides facts and effects: opened waits, the run's status and its job. The start of a run
 * is written together with its first fact.
 */
export function recordRound(execution: Execution, decision: Decision): Promise<void> | undefined {
  if (decision.kind === "end") return close(execution, decision.how === "cancelled");
  openWaits(execution);
  if (decision.kind === "wait") suspend(execution, decision);
  else if (execution.run.status !== "running") {
    execution.run = { ...toRunHead(execution.run), status: "running", startedAt: execution.startedAt };
    execution.parts.onStart(execution.run);
  }
  return undefined;
}

async function close(execution: Execution, cancelled: boolean): Promise<void> {
  const { parts, lease, run, state } = execution;
  const now = parts.clock.now();
  execution.run = closedRun(execution, { cancelled, now });
  const mayWait =
    state.unitsByPhase.needsOperator.size > 0 || run.status === "waiting" || execution.openedWaits.size > 0;
  const waits = mayWait ? await parts.store.waits(run.tenant, { runId: run.id }) : [];
  const open = waits.filter((wait) => wait.state === "open");
  addChange(execution, (tx) => {
    for (const wait of open) tx.settleWait({ ...wait, state: "closed", decidedAt: now });
    tx.release(lease.job);
  });
}

/** A waiting run ends its job: a decision or the timer enqueues it again. */
function suspend(execution: Execution, { waiting }: Extract<Decision, { kind: "wait" }>): void {
  const { parts, lease, run } = execution;
  const now = parts.clock.now();
  execution.run = { ...toRunHead(run), status: "waiting", startedAt: execution.startedAt, waiting };
  const again = waiting.for === "timer" ? { dueAt: waiting.until, now } : undefined;
  addChange(execution, (tx) => tx.release(lease.job, again));
}

function openWaits(execution: Execution): void {
  const gates = openGates(execution.state);
  for (const unit of gates.length > 0 ? gates : execution.state.unitsByPhase.needsOperator) {
    const wait = waitFor(execution, unit);
    if (wait === undefined || execution.openedWaits.has(wait.id)) continue;
    execution.openedWaits.add(wait.id);
    addChange(execution, (tx) => tx.openWait(wait));
  }
}
