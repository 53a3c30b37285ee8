import { compact } from "../plan/compact.ts";
import { hasEnded, type Run, toRunHead } from "../ports/run.ts";
import type { Decision } from "./decide.ts";
import { addChange, type Execution } from "./execution.ts";
import { cancelRun } from "./cancel-run.ts";
import { closeBuffers } from "./event-buffer.ts";
import { openFollowedWait } from "./follow-up-handler.ts";
import { jobOf } from "./run-queue.ts";
import { endParentStep, outputsOf, waitingParent } from "./plan-step.ts";
import { openGates, type RunState } from "./run-state.ts";
import { dropSubscription } from "./subscriptions.ts";
import type { FactOf, Unit } from "./unit.ts";
import type { VerbError } from "../contracts/react/verb.ts";
import { finalStatus } from "./result-rows.ts";
import { refOf, unitKey, type UnitRef } from "../ports/fact.ts";
import { choicesOf, type Wait, type WaitKind } from "../ports/wait.ts";
import { effectKeyOf } from "./effect-key.ts";
import { undoUnits } from "./undo.ts";
import { followUpFrom } from "./follow-up.ts";
import { prepare } from "./prepare.ts";

/**
 * Records what a round changes besides facts and effects: opened waits, the run's status and its job. The start of a run
 * is written together with its first fact.
 */
export function recordRound(execution: Execution, decision: Decision): Promise<void> | undefined {
  if (execution.state.undoes) releaseUndone(execution);
  if (decision.kind === "end") return close(execution, decision.how === "cancelled");
  openWaits(execution, decision);
  if (decision.kind === "wait") suspend(execution, decision);
  else if (execution.run.status !== "running") {
    execution.run = { ...toRunHead(execution.run), status: "running", startedAt: execution.startedAt };
    execution.parts.onStart(execution.run);
  }
  return undefined;
}

/** An undone effect no longer exists: its scope is free, for this plan and for others. */
function releaseUndone(execution: Execution): void {
  const { state, ledger } = execution;
  for (const { at, item = 0, phase } of undoUnits(state)) {
    const unit = phase.kind === "done" ? state.steps[at]?.units[item] : undefined;
    const { key, shared } = unit === undefined ? { key: "", shared: false } : effectKeyOf(state, unit);
    const effect = shared ? ledger.get(key) : undefined;
    if (effect?.state !== "confirmed") continue;
    const { output: _, ...freed } = effect;
    addChange(execution, ledger.move({ ...freed, state: "reserved" }));
  }
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

/** The final record of the run. */
function closedRun(
  execution: Pick<Execution, "run" | "state" | "startedAt">,
  how: { cancelled: boolean; now: number },
): Run {
  const { run, state, startedAt } = execution;
  const head = toRunHead(run);
  const ended = { startedAt, endedAt: how.now, costMicroCents: costOf(state) };
  if (hasEnded(run)) return run;
  if (how.cancelled) return { ...head, status: "cancelled", reason: state.cancel?.reason ?? "", ...ended };
  const status = finalStatus(state);
  return status === "COMPLETED" || status === "PARTIAL"
    ? { ...head, status: "completed", taskStatus: status, ...ended }
    : { ...head, status: "failed", taskStatus: status, error: firstError(state), ...ended };
}

/** Unpriced calls count as 0: the sum is what is known. */
function costOf(state: RunState): number {
  let sum = 0;
  for (const { attempts } of state.facts.values()) for (const attempt of attempts) sum += attempt?.costMicroCents ?? 0;
  return sum;
}

function firstError(state: RunState): VerbError {
  const at = state.stop?.at;
  const stopped = at === undefined ? undefined : state.steps[at];
  const end = (stopped ?? state.steps.find((step) => step.end.kind === "failed"))?.end;
  return end?.kind === "failed" ? end.error : { code: "failed", message: "a step failed" };
}

/** Questions that are sufficient to decide without further context. */
const questions: Readonly<Record<WaitKind, string>> = {
  approval: "This call writes and needs approval. Approve it as shown, edit its arguments, skip it or abort the run?",
  failure: "The step failed. Retry it, edit its arguments, skip it or abort the run?",
  effect: "It is not known whether the call took effect. Did it happen, or should it be sent again?",
  review: "The safety step asks for a manual review. Approve or abort?",
  action: "A person must do this action. Is it done?",
  answer: "The run waits for an answer.",
  incompatible: "What the run was created for has changed. Retry once it is restored, or abort?",
};

/** The operator item for a unit. Its id is derived from the unit, so a resumed run opens it once. */
function waitFor({ run, state, parts }: Execution, unit: Unit): (Wait & { state: "open" }) | undefined {
  if (unit.phase.kind !== "needsOperator") return undefined;
  const { wait: kind, attempt, error } = unit.phase;
  const prepared = prepare(state, unit);
  const openedAt = parts.clock.now();
  const followUp = followUpFrom(parts.followUp, openedAt);
  return {
    tenant: run.tenant,
    id: waitId(run.id, unit, attempt),
    runId: run.id,
    ...refOf(unit),
    attempt,
    kind,
    choices: choicesOf[kind],
    question: questionFor(unit, kind, openedAt),
    ...(error === undefined ? {} : { error }),
    ...(prepared.kind === "instant" ? {} : { call: { verb: prepared.verb, args: prepared.args } }),
    ...(kind === "effect" ? { effectKey: effectKeyOf(state, unit).key } : {}),
    openedAt,
    ...compact({ followUp }),
    state: "open",
  };
}

function questionFor({ planStep, facts, undo }: Unit, kind: WaitKind, now: number): string {
  const last = facts.attempts.at(-1)?.result;
  const settleAt = last?.ok === false ? last.settleAt : undefined;
  const mayStill = kind === "effect" && settleAt !== undefined && settleAt > now;
  const until = mayStill ? ` It may still take effect until ${new Date(settleAt).toISOString()}.` : "";
  const question = `${questions[kind]}${until}`;
  if (undo === true) return `To undo the step ${planStep.id}: ${question}`;
  return planStep.description === undefined ? question : `${planStep.description}: ${question}`;
}

function waitId(runId: string, unit: UnitRef, attempt: number): string {
  return `run:${runId}:${unitKey(unit)}:wait:${attempt}`;
}
