import { compact } from "../plan/compact.ts";
import { WaitFor } from "../plan/step.ts";
import type { Json } from "../plan/json.ts";
import { waitInstant } from "../plan/wait-time.ts";
import { type AttemptResult, type WaitTarget, refOf, unitKey } from "../ports/fact.ts";
import { choicesOf, type Wait } from "../ports/wait.ts";
import { addChange, type Execution, record } from "./execution.ts";
import { isBufferable } from "./event-buffer.ts";
import { followUpFrom } from "./follow-up.ts";
import { openFollowedWait } from "./follow-up-handler.ts";
import { prepare } from "./prepare.ts";
import { runErrors } from "./run-errors.ts";
import { dropSubscription, subscribe } from "./subscriptions.ts";
import type { Unit } from "./unit.ts";

/**
 * Starts a wait, or ends one whose time has come: then the result is returned. A wait is a fact with a timer of the run's
 * job, a subscription or a question; nothing is kept in memory.
 */
export function startWait(execution: Execution, unit: Unit, given: Json): AttemptResult | undefined {
  const wait = WaitFor.safeParse(given).data;
  if (wait === undefined) return invalid("the wait does not fit its schema with these values");
  if (unit.phase.kind === "waiting") return endWait(execution, unit, wait);
  const now = execution.parts.clock.now();
  switch (wait.for) {
    case "time":
      return startTimer(execution, unit, waitInstant(wait.until));
    case "duration":
      return startTimer(execution, unit, now + Number(wait.seconds) * 1000);
    case "event":
      if (wait.since === "run" && !isBufferedStep(unit))
        return invalid("since: run needs a channel without references");
      addChange(execution, subscribe(execution.run, { ...refOf(unit), attempt: attemptOf(unit) }, { wait, at: now }));
      return arm(execution, unit, { for: "event", ...deadline(wait, now) });
    case "answer":
      return ask(execution, unit, questionOf(execution, unit, { wait, openedAt: now }));
    default:
      return wait satisfies never;
  }
}

/** Whether events are stored for the step before it starts. */
function isBufferedStep({ planStep }: Unit): boolean {
  return planStep.kind === "wait" && planStep.wait.for === "event" && isBufferable(planStep.wait);
}

function ask(execution: Execution, unit: Unit, question: Wait & { state: "open" }): undefined {
  addChange(execution, (tx) => openFollowedWait(tx, question, execution.parts.notifyOfWait));
  const until = question.followUp?.deadlineAt;
  return arm(execution, unit, { for: "answer", ...compact({ until }) });
}

/** Records that the attempt of the unit waits from now on. */
export function arm(
  execution: Execution,
  unit: Unit,
  armed: { for: WaitTarget; until?: number; runId?: string },
): undefined {
  record(execution, { kind: "armed", ...refOf(unit), attempt: attemptOf(unit), ...armed });
}

export function attemptOf({ phase }: Unit): number {
  return "attempt" in phase ? phase.attempt : 1;
}

function startTimer(execution: Execution, unit: Unit, until: number): AttemptResult | undefined {
  if (!Number.isFinite(until)) return invalid("there is no time to wait for in these values");
  if (until <= execution.parts.clock.now()) return { ok: true, output: { until: new Date(until).toISOString() } };
  return arm(execution, unit, { for: "timer", until });
}

function deadline(wait: { timeoutSeconds?: number | undefined }, now: number): { until?: number } {
  return wait.timeoutSeconds === undefined ? {} : { until: now + wait.timeoutSeconds * 1000 };
}

/**
 * Ends the waits of a cancelled run, so that no event and no answer can complete a plan whose effects are being undone.
 */
export function cancelWaits(execution: Execution): void {
  const { state, parts } = execution;
  if (state.cancel === undefined) return;
  for (const unit of state.unitsByPhase.waiting) {
    if (unit.planStep.kind !== "wait") continue;
    const prepared = prepare(state, unit);
    const given = prepared.kind === "instant" && prepared.result.ok ? prepared.result.output : unit.planStep.wait;
    disarm(execution, unit, WaitFor.parse(given));
    const result = { ok: false, error: { code: "canceled", message: "the run was cancelled" } } as const;
    record(execution, {
      kind: "attempt",
      ...refOf(unit),
      attempt: attemptOf(unit),
      startedAt: parts.clock.now(),
      result,
    });
  }
}

/** Removes what would end the wait. A late event or answer finds nothing to end: the transaction has only one winner. */
function disarm(execution: Execution, unit: Unit, wait: WaitFor): void {
  const attempt = attemptOf(unit);
  if (wait.for === "event") addChange(execution, dropSubscription(execution.run, { ...refOf(unit), attempt }));
  if (wait.for !== "answer") return;
  const question = questionOf(execution, unit, { wait, openedAt: unit.facts.armed.get(attempt)?.at ?? 0 });
  const decidedAt = execution.parts.clock.now();
  addChange(execution, (tx) => tx.settleWait({ ...question, state: "closed", decidedAt }));
}

/** The time of the wait has come. */
function endWait(execution: Execution, unit: Unit, wait: WaitFor): AttemptResult {
  if (wait.for === "time" || wait.for === "duration") {
    const until = unit.facts.armed.get(attemptOf(unit))?.until ?? 0;
    return { ok: true, output: { until: new Date(until).toISOString() } };
  }
  disarm(execution, unit, wait);
  return wait.onTimeout === "continue"
    ? { ok: true, output: { timed_out: true } }
    : { ok: false, error: runErrors.wait_timeout };
}

function questionOf(
  { run, parts }: Execution,
  unit: Unit,
  { wait, openedAt }: { wait: Extract<WaitFor, { for: "answer" }>; openedAt: number },
): Wait & { state: "open" } {
  const attempt = attemptOf(unit);
  const own = wait.timeoutSeconds === undefined ? {} : { deadlineMs: wait.timeoutSeconds * 1000 };
  const followUp = followUpFrom({ ...parts.followUp, ...own }, openedAt);
  return {
    tenant: run.tenant,
    id: `run:${run.id}:${unitKey(unit)}:ask:${attempt}`,
    runId: run.id,
    ...refOf(unit),
    attempt,
    kind: "answer",
    choices: choicesOf.answer,
    question: wait.question,
    ...(wait.choices.length > 0 && { answers: wait.choices }),
    openedAt,
    ...compact({ followUp }),
    state: "open",
  };
}

function invalid(message: string): AttemptResult {
  return { ok: false, error: { ...runErrors.invalid_wait, message } };
}
