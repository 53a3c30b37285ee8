import { compact } from "../plan/compact.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { Json } from "../plan/json.ts";
import { type AttemptResult, refOf, type EarlierWrite } from "../ports/fact.ts";
import type { RunHead } from "../ports/run.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import type { ReadBack, VerbSpec } from "../ports/verbs.ts";
import { callUnderLease, callVerb } from "../effects/call-verb.ts";
import { approverOf, draftApproverOf, isPlanned } from "./approver-of.ts";
import { effectKeyOf } from "./effect-key.ts";
import { settleMs } from "../effects/settlement.ts";
import { createInFlight, type InFlight } from "../effects/in-flight.ts";
import { acquire, settlingOf, stateAfter } from "../effects/ledger.ts";
import { deliver } from "../effects/durable-loop.ts";
import { addChange, type StartedCall, type Execution, record } from "./execution.ts";
import { changedPolicy, incompatibility } from "./pins.ts";
import { prepare, type PreparedRun } from "./prepare.ts";
import { readBack } from "./read-back.ts";
import { queueRun } from "./queue-run.ts";
import { runErrors } from "./run-errors.ts";
import { startPlan } from "./plan-step.ts";
import { startWait } from "./wait-step.ts";
import type { Unit } from "./unit.ts";

type PreparedCall = Extract<PreparedRun, { kind: "call" }>;

/** An attempt at a unit, as known before it starts. */
type Attempt = PreparedCall & {
  unit: Unit;
  attempt: number;
  startedAt: number;
  argsHash: string;
  spec: VerbSpec | undefined;
  effect?: EffectRecord;
  /** Whether other runs may use the same key. */
  shared?: boolean;
};

/** Starts an attempt. Steps without a call complete at once; for a call the launch is returned. */
export function startUnit(execution: Execution, unit: Unit): StartedCall | undefined {
  const attempt = "attempt" in unit.phase ? unit.phase.attempt : 1;
  const prepared = prepare(execution.state, unit);
  const startedAt = execution.parts.clock.now();
  const settle = (result: AttemptResult): undefined => {
    record(execution, { kind: "attempt", ...refOf(unit), attempt, startedAt, result });
  };
  if (prepared.kind === "instant") {
    if (!prepared.result.ok) return settle(prepared.result);
    if (unit.planStep.kind === "plan") return startPlan(execution, unit, prepared.result.output);
    const ended = unit.planStep.kind === "wait" ? startWait(execution, unit, prepared.result.output) : prepared.result;
    return ended === undefined ? undefined : settle(ended);
  }
  if (prepared.kind === "queue") return settle(queueRun(execution, unit, prepared));
  const spec = execution.parts.verbs.describe(prepared.verb, execution.run.tenant);
  const changed =
    changedPolicy(execution.run, execution.parts.currentPolicy) ??
    incompatibility(execution.run.pins, prepared.verb, spec);
  if (changed !== undefined) return settle({ ok: false, error: { ...runErrors.incompatible, message: changed } });
  const argsHash = contentHashFull(prepared.args);
  return createLaunch(execution, withEffect(execution, { ...prepared, unit, attempt, startedAt, argsHash, spec }));
}

function withEffect(execution: Execution, attempt: Attempt): Attempt {
  if (attempt.spec === undefined || attempt.spec.retryClass === "safe") return attempt;
  const { unit, verb, argsHash, startedAt: at } = attempt;
  const owner = { tenant: execution.run.tenant, runId: execution.run.id, unit: unit.key, attempt: attempt.attempt };
  const { key, shared } = effectKeyOf(execution.state, unit);
  return { ...attempt, shared, effect: { key, ...owner, verb, argsHash, state: "sent", at } };
}

function createLaunch(execution: Execution, attempt: Attempt): StartedCall {
  const { effect, shared } = attempt;
  const inFlight = createInFlight(effect === undefined ? "read" : "write");
  execution.inFlight.set(attempt.unit.key, inFlight);
  // A shared key is acquired in its own transaction, after the run is known to be stored and leased here.
  if (effect !== undefined) addChange(execution, shared === true ? noChange : execution.ledger.send(effect));
  const go = (): void => {
    const work = shared === true ? acquireAndCall(execution, attempt, inFlight) : call(execution, attempt, inFlight);
    work.then(
      (result) => deliver(execution, () => applyResult(execution, attempt, result)),
      (error: unknown) =>
        deliver(execution, () => {
          // Marked as not sent: other calls in flight may still finish.
          execution.inFlight.delete(attempt.unit.key);
          if (!execution.stop.aborted || !isConflict(error)) execution.failure ??= { error };
        }),
    );
  };
  return { go, writes: effect !== undefined };
}

const noChange = (): void => undefined;

function call(execution: Execution, given: Attempt, inFlight: InFlight): Promise<AttemptResult> {
  const { verb, args, unit, attempt, effect } = given;
  const { run } = execution;
  const { verbs, clock } = execution.parts;
  const requestId = `${run.id}:${unit.key}:attempt:${attempt}`;
  const approvedBy = approverOf(unit.facts) ?? draftApproverOf(run, unit);
  const asked = { verb_id: verb, payload: args, request_id: requestId, caller: run.caller };
  const options = {
    tenant: run.tenant,
    principal: run.caller,
    canWait: true,
    attempt,
    run: { origin: run.origin, ...(isPlanned(unit) && { step: unit.step }), ...agentRunOf(run) },
    ...(approvedBy === undefined ? {} : { approvedBy }),
    rateWait: { place: placeOf(unit), latest: Infinity },
  };
  if (effect === undefined) return callVerb({ verbs, clock, inFlight }, asked, options);
  const { guard } = execution.lease;
  const send = (): Promise<AttemptResult> => {
    const keyed = { ...options, effectKey: effect.key };
    if (guard === undefined) return callVerb({ verbs, clock, inFlight }, asked, keyed);
    return callUnderLease({ verbs, clock, inFlight, guard }, asked, keyed).catch((lost: unknown) =>
      markNotSent(execution, effect).then(() => Promise.reject(lost)),
    );
  };
  return mayExist(given) ? readBackFirst(execution, unit, inFlight).then((known) => known ?? send()) : send();
}

/** The window that a rate limit assigned to the last attempt. */
function placeOf({ facts }: Unit): number | undefined {
  const last = facts.attempts.at(-1)?.result;
  return last?.ok === false ? last.retryAt : undefined;
}

/** Whether an earlier attempt at this very call may have taken effect, and the tool can tell. */
function mayExist({ unit: { facts }, spec, argsHash }: Attempt): boolean {
  const isUnsettled = facts.attempts.some(
    (earlier) => !earlier.result.ok && earlier.result.settling !== undefined && earlier.argsHash === argsHash,
  );
  return isUnsettled && spec?.canReadBack === true;
}

function agentRunOf({ agentRunId }: RunHead): { agentRunId?: string } {
  return agentRunId === undefined ? {} : { agentRunId };
}

/**
 * An earlier attempt may have taken effect since it was last checked, whoever asked to send it again: its presence is the
 * result. A person who decided to resend knows more than a tool that cannot tell.
 */
async function readBackFirst(execution: Execution, unit: Unit, inFlight: InFlight): Promise<AttemptResult | undefined> {
  const { attempts, decisions } = unit.facts;
  const found = await readBack(execution, unit, inFlight);
  if (found.state === "done") return { ok: true, output: found.output };
  if (found.state === "absent" || decisions.get(attempts.length)?.decision.choice === "resend") return undefined;
  return { ok: false, error: { code: "connection_lost", message: `the effect could not be checked: ${found.reason}` } };
}

/** The lease was lost before the call: unless another worker took the run over, the effect counts as never sent. */
async function markNotSent({ parts: { store }, lease }: Execution, effect: EffectRecord): Promise<void> {
  const reserved: EffectRecord = { ...effect, state: "reserved" };
  const change = (tx: Tx): void => {
    tx.assertLeased(lease.job);
    tx.moveEffect(reserved, ["sent"]);
  };
  await store.write(change).catch(() => undefined);
}

async function acquireAndCall(execution: Execution, attempt: Attempt, inFlight: InFlight): Promise<AttemptResult> {
  if (attempt.effect === undefined) return call(execution, attempt, inFlight);
  const { effect, unit, spec } = attempt;
  let acquired = await acquire(execution.parts.store, effect);
  if (acquired.kind === "spent") {
    const { by } = acquired;
    // The earlier effect may have been undone since: then the step is executed again.
    const found = spec?.canReadBack === true ? await readBack(execution, unit, inFlight) : undefined;
    if (found?.state !== "absent") return { ok: true, output: outputOf(found, by), ...reusedOf(by, effect) };
    acquired = await acquire(execution.parts.store, effect, by);
  }
  if (acquired.kind === "spent")
    return { ok: true, output: acquired.by.output ?? null, ...reusedOf(acquired.by, effect) };
  if (acquired.kind === "refused") return acquired.result;
  execution.ledger.hold(acquired.effect);
  // As an answer of our own that was lost: it is read back, sent again under its key, or a person says what became of it.
  if (acquired.kind === "unsettled") {
    const message = "An earlier run sent this call under its scope, and ended before its outcome was known.";
    return { ok: false, error: { ...runErrors.answer_lost, message } };
  }
  return call(execution, attempt, inFlight);
}

function outputOf(found: ReadBack | undefined, by: EffectRecord): Json {
  return by.output ?? (found?.state === "done" ? found.output : null);
}

function reusedOf(by: EffectRecord, wanted: EffectRecord): { reused?: EarlierWrite } {
  const isOwn = by.runId === wanted.runId && by.unit === wanted.unit;
  return isOwn ? {} : { reused: { runId: by.runId, at: by.at } };
}

function applyResult(execution: Execution, attempt: Attempt, result: AttemptResult): void {
  const { unit, verb, argsHash, startedAt, spec, effect } = attempt;
  execution.inFlight.delete(unit.key);
  if (isInterrupted(execution, attempt, result)) return;
  const settled = toSettled(execution, attempt, result);
  if (effect !== undefined && execution.ledger.get(effect.key)?.attempt === attempt.attempt) {
    const output = settled.ok && attempt.shared === true ? { output: settled.output } : {};
    addChange(execution, execution.ledger.move({ ...effect, state: stateAfter(settled), ...output }));
  }
  const isLimited = !settled.ok && settled.retryAt !== undefined;
  const cost = compact({ costMicroCents: isLimited ? undefined : spec?.costMicroCents });
  const number = attempt.attempt;
  record(execution, {
    kind: "attempt",
    ...refOf(unit),
    attempt: number,
    verb,
    argsHash,
    startedAt,
    ...cost,
    result: settled,
  });
}

/** A write that was aborted because the process stops counts as unanswered: the next process settles it. */
function toSettled(execution: Execution, { unit, spec, effect }: Attempt, result: AttemptResult): AttemptResult {
  const isStopped = execution.stop.aborted && execution.state.cancel === undefined;
  const isAborted = !result.ok && result.error.code === "canceled" && effect !== undefined && isStopped;
  const known: AttemptResult = isAborted ? { ok: false, error: runErrors.answer_lost } : result;
  const isOpen = !known.ok && known.retryAt === undefined && isResending(unit);
  const settling = settlingOf(known, spec) ?? (isOpen ? "resend" : undefined);
  if (known.ok || settling === undefined || effect === undefined) return known;
  return { ...known, settling, settleAt: execution.clock.now() + settleMs(spec?.timeoutMs) };
}

/** Whether the attempt before may have taken effect: that sending it again failed before it left says nothing about it. */
function isResending({ facts: { attempts, decisions } }: Unit): boolean {
  const at = attempts.findLastIndex(({ result }) => result.ok || result.retryAt === undefined);
  const last = attempts[at]?.result;
  return last?.ok === false && last.settling === "resend" && !decisions.has(at + 1);
}

/** A read aborted because the process stops did not happen: the next process repeats it. */
function isInterrupted(execution: Execution, { effect }: Attempt, result: AttemptResult): boolean {
  const gaveUp = !result.ok && (result.error.code === "canceled" || result.error.code === "not_sent");
  return gaveUp && effect === undefined && execution.stop.aborted && execution.state.cancel === undefined;
}
