import type { VerbError } from "../contracts/react/verb.ts";
import { deriveUnit } from "../plan/derive.ts";
import type { JsonObject } from "../plan/json.ts";
import type { Step } from "../plan/step.ts";
import type { AttemptResult, Choice } from "../ports/fact.ts";
import { runErrors } from "./run-errors.ts";
import { noFacts, type Phase, type Unit, type UnitFacts } from "./unit.ts";

/** The inputs that decide a unit's phase. */
type PhaseInput = Pick<Unit, "key" | "planStep" | "facts">;
type UnitInput = PhaseInput & { runId: string };
type FailedAttempt = Extract<AttemptResult, { ok: false }>;

/** How often an effect of a keyed tool is resent before a person is asked. */
const maxResends = 5;

/** Failures that may pass, by the transport (408, 425, 429 and 5xx among them) or by the tool. Nothing else is retried. */
const transient: ReadonlySet<string> = new Set([
  "unavailable",
  "upstream_error",
  "timeout",
  "connection_lost",
  "session_expired",
  "rate_limited",
  runErrors.answer_lost.code,
]);

/** The phase of a unit, from its facts alone. */
export function phaseOf(runId: string, input: PhaseInput): Phase {
  const phase = phaseOfAttempts(runId, input);
  const armed =
    phase.kind === "ready" || phase.kind === "backingOff" ? input.facts.armed.get(phase.attempt) : undefined;
  if (armed === undefined) return phase;
  const until = armed.until === undefined ? {} : { until: armed.until };
  return { kind: "waiting", attempt: armed.attempt, for: armed.for, ...until };
}

function phaseOfAttempts(runId: string, { key, planStep, facts }: PhaseInput): Phase {
  const attempt = facts.attempts.length;
  const last = facts.attempts[attempt - 1]?.result;
  const decision = facts.decisions.get(attempt)?.decision;
  if (last === undefined) return phaseBeforeAttempts(planStep, decision);
  if (last.ok) return answered(planStep, last, decision);
  if (decision !== undefined) return decided(decision, facts, last.error);
  const unit = { runId, key, planStep, facts };
  return (last.settling === undefined ? undefined : unsettled(unit, last)) ?? failed(unit, last);
}

function phaseBeforeAttempts(step: Step, decision: Choice | undefined): Phase {
  if (step.kind !== "action" || step.mode !== "manual") return { kind: "ready", attempt: 1 };
  if (decision === undefined) return { kind: "needsOperator", attempt: 0, wait: "action" };
  return decided(decision, noFacts(), runErrors.aborted_by_operator);
}

/** A safety step returns its findings; whether they stop the plan is decided here. */
function answered(step: Step, result: Extract<AttemptResult, { ok: true }>, decision: Choice | undefined): Phase {
  const { output, degraded, reused } = result;
  const done: Phase = { kind: "done", output };
  if (degraded !== undefined) done.degraded = degraded;
  if (reused !== undefined) done.reused = reused;
  if (step.kind !== "safety") return done;
  const stopped: Phase = { kind: "failed", error: runErrors.safety_block, by: "safety" };
  if (step.severity === "block") return stopped;
  if (!step.manualReview) return done;
  if (decision === undefined) return { kind: "needsOperator", attempt: 1, wait: "review" };
  return decision.choice === "approve" ? done : stopped;
}

function decided(decision: Choice, facts: UnitFacts, error: VerbError): Phase {
  switch (decision.choice) {
    case "retry":
    case "resend":
    case "approve":
    case "edit":
      return { kind: "ready", attempt: facts.attempts.length + 1, ...editedArgs(facts) };
    case "done":
      return { kind: "done", output: decision.output, degraded: "settled by an operator" };
    case "answer":
      return { kind: "done", output: decision.answer };
    case "skip":
      return { kind: "skipped" };
    case "abort":
      return { kind: "failed", error, by: "operator" };
    default:
      return decision satisfies never;
  }
}

/** The effect may exist. Undefined once it is known not to exist: then it is an ordinary failure. */
function unsettled(unit: UnitInput, { error, settling }: FailedAttempt): Phase | undefined {
  const { facts } = unit;
  const attempt = facts.attempts.length;
  const readback = facts.readbacks.get(attempt);
  if (readback?.found === "done") return { kind: "done", output: readback.output ?? null };
  if (settling === "resend" && countBack(facts, (last) => last.settling === "resend") <= maxResends)
    return backingOff(unit);
  if (settling === "read_back" && readback === undefined) return { kind: "unconfirmed", attempt, ...editedArgs(facts) };
  if (readback?.found !== "absent")
    return { kind: "needsOperator", attempt, wait: "effect", error, ...editedArgs(facts) };
  return error.code === runErrors.answer_lost.code
    ? { kind: "ready", attempt: attempt + 1, ...editedArgs(facts) }
    : undefined;
}

function failed(unit: UnitInput, { error, settling, retryAt }: FailedAttempt): Phase {
  const { facts } = unit;
  const { retries, escalate } = unit.planStep;
  const attempt = facts.attempts.length;
  if (error.code === runErrors.effect_elsewhere.code) return backingOff(unit);
  if (retryAt !== undefined) return { ...backingOff(unit), until: retryAt };
  const counts = (last: FailedAttempt): boolean =>
    last.error.code !== runErrors.answer_lost.code && last.retryAt === undefined;
  if (transient.has(error.code) && countBack(facts, counts) <= retries) return backingOff(unit);
  if (error.code === runErrors.incompatible.code)
    return { kind: "needsOperator", attempt, wait: "incompatible", error, ...editedArgs(facts) };
  if (error.code === "needs_approval")
    return { kind: "needsOperator", attempt, wait: "approval", error, ...editedArgs(facts) };
  if (escalate)
    return { kind: "needsOperator", attempt, wait: settling ? "effect" : "failure", error, ...editedArgs(facts) };
  return { kind: "failed", error, by: "step" };
}

function backingOff({ runId, key, facts }: UnitInput): Extract<Phase, { kind: "backingOff" }> {
  const attempt = facts.attempts.length;
  const since = facts.attempts[attempt - 1]?.at ?? 0;
  const until = since + backOffMs(runId, key, attempt);
  return { kind: "backingOff", attempt: attempt + 1, since, until, ...editedArgs(facts) };
}

/** Counts failed attempts since the last decision of a person. */
function countBack(facts: UnitFacts, counts: (result: FailedAttempt) => boolean): number {
  let count = 0;
  for (let attempt = facts.attempts.length; attempt > 0 && !facts.decisions.has(attempt); attempt -= 1) {
    const result = facts.attempts[attempt - 1]?.result;
    if (result !== undefined && !result.ok && counts(result)) count += 1;
  }
  return count;
}

/** Arguments edited by an operator also apply to later attempts. */
function editedArgs(facts: UnitFacts): { editedArgs?: JsonObject } {
  for (let attempt = facts.attempts.length; attempt > 0; attempt -= 1) {
    const decision = facts.decisions.get(attempt)?.decision;
    if (decision?.choice === "edit") return { editedArgs: decision.args };
  }
  return {};
}

const firstMs = 500;
const longestMs = 60_000;

/**
 * Backoff after this attempt: exponential, capped, with jitter derived from the run's id, so runs spread out and a
 * replay waits the same.
 */
export function backOffMs(runId: string, unit: string, attempt: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * deriveUnit(runId, unit, attempt));
}
