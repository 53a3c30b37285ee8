import { contentHashFull } from "../plan/hash.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { AttemptResult } from "../ports/fact.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import type { VerbSpec } from "../ports/verbs.ts";
import { callUnderLease, callVerb } from "../effects/call-verb.ts";
import { approverOf, draftApproverOf } from "./approver-of.ts";
import { effectKeyOf } from "./effect-key.ts";
import { createInFlight, type InFlight } from "../effects/in-flight.ts";
import { acquire, settlingOf, stateAfter } from "../effects/ledger.ts";
import { addChange, deliver, type Launch, type Execution, record } from "./execution.ts";
import { changedPolicy, incompatibility } from "./pins.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { queueRun } from "./queue-run.ts";
import { runErrors } from "./run-errors.ts";
import type { Unit } from "./unit.ts";

type Call = Extract<Prepared, { kind: "call" }>;

/** One attempt at a unit, as far as it is known before it begins. */
type Attempt = Call & {
  unit: Unit;
  attempt: number;
  startedAt: number;
  argsHash: string;
  spec: VerbSpec | undefined;
  effect?: EffectRecord;
  /** Other runs may come to the same key. */
  shared?: boolean;
};

/** Begins an attempt. What needs nothing from outside is done at once; for a call the answer is its launch. */
export function startUnit(leg: Execution, unit: Unit): Launch | undefined {
  const attempt = "attempt" in unit.phase ? unit.phase.attempt : 1;
  const prepared = prepare(leg.state, unit);
  const startedAt = leg.parts.clock.now();
  const settle = (result: AttemptResult): undefined => {
    record(leg, { kind: "attempt", ...refOf(unit), attempt, startedAt, result });
  };
  if (prepared.kind === "instant") return settle(prepared.result);
  if (prepared.kind === "queue") return settle(queueRun(leg, unit, prepared));
  const spec = leg.parts.verbs.describe(prepared.verb, leg.run.tenant);
  const changed = changedPolicy(leg.run, leg.parts.currentPolicy) ?? incompatibility(leg.run.pins, prepared.verb, spec);
  if (changed !== undefined) return settle({ ok: false, error: { ...runErrors.incompatible, message: changed } });
  const argsHash = contentHashFull(prepared.args);
  return createLaunch(leg, withEffect(leg, { ...prepared, unit, attempt, startedAt, argsHash, spec }));
}

function withEffect(leg: Execution, attempt: Attempt): Attempt {
  if (attempt.spec === undefined || attempt.spec.retryClass === "safe") return attempt;
  const { unit, verb, argsHash, startedAt: at } = attempt;
  const owner = { tenant: leg.run.tenant, runId: leg.run.id, unit: unit.key, attempt: attempt.attempt };
  const { key, shared } = effectKeyOf(leg.state, unit);
  return { ...attempt, shared, effect: { key, ...owner, verb, argsHash, state: "sent", at } };
}

function createLaunch(leg: Execution, attempt: Attempt): Launch {
  const { effect, shared } = attempt;
  const inFlight = createInFlight(effect === undefined ? "read" : "write");
  leg.inFlight.set(attempt.unit.key, inFlight);
  if (effect !== undefined && shared === false) addChange(leg, leg.ledger.send(effect));
  const go = (): void => {
    const work = shared === true ? acquireAndCall(leg, attempt, inFlight) : call(leg, attempt, inFlight);
    work.then(
      (result) => deliver(leg, () => applyResult(leg, attempt, result)),
      (error: unknown) =>
        deliver(leg, () => {
          // Told to leave before it went out, and taken back: the others that are out may end by themselves.
          if (!leg.lease.signal.aborted || !isConflict(error)) throw error;
          leg.inFlight.delete(attempt.unit.key);
        }),
    );
  };
  return { go, writes: effect !== undefined };
}

function call(leg: Execution, { verb, args, unit, attempt, effect }: Attempt, inFlight: InFlight): Promise<AttemptResult> {
  const { run, parts } = leg;
  const requestId = `${run.id}:${unit.key}:attempt:${attempt}`;
  const approvedBy = approverOf(unit.facts) ?? draftApproverOf(run, unit);
  const asked = { verb_id: verb, payload: args, request_id: requestId, caller: run.caller };
  const options = { inFlight, tenant: run.tenant, attempt, ...(approvedBy === undefined ? {} : { approvedBy }) };
  if (effect === undefined) return callVerb(parts, asked, options);
  const { guard: hold } = leg.lease;
  return callUnderLease(parts, asked, { ...options, effectKey: effect.key, hold }).catch((lost: unknown) =>
    markNotSent(leg, effect).then(() => Promise.reject(lost)),
  );
}

/** The lease was lost before the call: unless somebody has taken the run over already, the effect counts as never sent. */
async function markNotSent({ parts: { store }, lease }: Execution, effect: EffectRecord): Promise<void> {
  const reserved: EffectRecord = { ...effect, state: "reserved" };
  const change = (tx: Tx): void => {
    tx.assertLeased(lease.job);
    tx.moveEffect(reserved, ["sent"]);
  };
  await store.write(change).catch(() => undefined);
}

async function acquireAndCall(leg: Execution, attempt: Attempt, inFlight: InFlight): Promise<AttemptResult> {
  if (attempt.effect === undefined) return call(leg, attempt, inFlight);
  const acquired = await acquire(leg.parts.store, attempt.effect);
  if (acquired.kind === "instead") return acquired.result;
  leg.ledger.hold(acquired.effect);
  return call(leg, attempt, inFlight);
}

function applyResult(leg: Execution, attempt: Attempt, result: AttemptResult): void {
  const { unit, verb, argsHash, startedAt, spec, effect } = attempt;
  leg.inFlight.delete(unit.key);
  if (isInterrupted(leg, attempt, result)) return;
  const settling = settlingOf(result, spec);
  const settled: AttemptResult = result.ok || settling === undefined ? result : { ...result, settling };
  if (effect !== undefined && leg.ledger.get(effect.key)?.attempt === attempt.attempt) {
    const output = settled.ok && attempt.shared === true ? { output: settled.output } : {};
    addChange(leg, leg.ledger.move({ ...effect, state: stateAfter(settled), ...output }));
  }
  const cost = spec?.costMicroCents === undefined ? {} : { costMicroCents: spec.costMicroCents };
  const number = attempt.attempt;
  record(leg, {
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

/** A read broken off because the process stops has not happened: the next process repeats it. */
function isInterrupted(leg: Execution, { effect }: Attempt, result: AttemptResult): boolean {
  const gaveUp = !result.ok && (result.error.code === "canceled" || result.error.code === "not_sent");
  return gaveUp && effect === undefined && leg.lease.signal.aborted && leg.state.cancel === undefined;
}

function refOf({ step, item }: Unit): { step: string; item?: number } {
  return item === undefined ? { step } : { step, item };
}
