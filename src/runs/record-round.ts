import { toRunHead } from "../ports/run.ts";
import { closedRun } from "./closing.ts";
import type { Decision } from "./decide.ts";
import { addChange, type Execution } from "./execution.ts";
import { cancelRun } from "./cancel-run.ts";
import { closeBuffers } from "./event-buffer.ts";
import { openFollowedWait } from "./follow-up-handler.ts";
import { jobOf } from "./run-queue.ts";
import { endParentStep, outputsOf, waitingParent } from "./plan-step.ts";
import { openGates, type RunState } from "./run-state.ts";
import { dropSubscription } from "./subscriptions.ts";
import type { FactOf } from "./unit.ts";
import { waitFor } from "./wait-for.ts";

/**
 * Records what a round changes besides facts and effects: opened waits, the run's status and its job. The start of a run
 * is written together with its first fact.
 */
export function recordRound(execution: Execution, decision: Decision): Promise<void> | undefined {
  if (decision.kind === "end") return close(execution, decision.how === "cancelled");
  openWaits(execution, decision);
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
  const armed = openArmed(state);
  const mayWait =
    state.unitsByPhase.needsOperator.size > 0 ||
    run.status === "waiting" ||
    execution.openedWaits.size > 0 ||
    armed.some((fact) => fact.for === "answer");
  // A wait that this round has closed must not be closed again.
  if (mayWait) await execution.writer.flush();
  const waits = mayWait ? await parts.store.waits(run.tenant, { runId: run.id }) : [];
  const open = waits.filter((wait) => wait.state === "open");
  for (const { runId } of armed)
    if (runId !== undefined) await cancelRun(parts, { tenant: run.tenant, runId }, cancelOf(execution));
  const parent = run.origin.kind === "step" ? await waitingParent(parts.store, execution.run) : undefined;
  addChange(execution, (tx) => {
    for (const wait of open) tx.settleWait({ ...wait, state: "closed", decidedAt: now });
    for (const fact of armed) if (fact.for === "event") dropSubscription(run, fact)(tx);
    if (parent !== undefined) endParentStep(tx, { child: execution.run, parent, output: outputsOf(state), now });
    if (run.origin.kind === "plan" && run.origin.endJob !== undefined)
      tx.enqueue({ ...jobOf(run, now), ...run.origin.endJob }, now);
    closeBuffers(tx, { run, plan: state.plan, now });
    tx.release(lease.job);
  });
}

/** Waits that have begun and not ended. */
function openArmed({ facts }: RunState): FactOf<"armed">[] {
  const open: FactOf<"armed">[] = [];
  for (const { armed, attempts } of facts.values())
    for (const fact of armed.values()) if (attempts[fact.attempt - 1] === undefined) open.push(fact);
  return open;
}

function cancelOf({ run, state }: Execution): { by: string; reason: string } {
  return { by: state.cancel?.by ?? run.caller, reason: `the run ${run.id} that waits for it has ended` };
}

/** A waiting run ends its job: a decision or the timer enqueues it again. */
function suspend(execution: Execution, { waiting }: Extract<Decision, { kind: "wait" }>): void {
  const { parts, lease, run } = execution;
  const now = parts.clock.now();
  execution.run = { ...toRunHead(run), status: "waiting", startedAt: execution.startedAt, waiting };
  const again = waiting.until === undefined ? undefined : { dueAt: waiting.until, now };
  addChange(execution, (tx) => tx.release(lease.job, again));
}

function openWaits(execution: Execution, decision: Decision): void {
  const ask = decision.kind === "wait" ? decision.ask : undefined;
  const { needsOperator } = execution.state.unitsByPhase;
  if (ask === undefined && needsOperator.size === 0 && execution.state.gates.length === 0) return;
  const gates = openGates(execution.state);
  const asked = gates.length > 0 ? gates : [...needsOperator];
  for (const unit of ask === undefined ? asked : [...asked, ask]) {
    const wait = waitFor(execution, unit);
    if (wait === undefined || execution.openedWaits.has(wait.id)) continue;
    execution.openedWaits.add(wait.id);
    addChange(execution, (tx) => openFollowedWait(tx, wait, execution.parts.notifyOfWait));
  }
}
