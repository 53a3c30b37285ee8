import type { Divergence, ReplayAspect } from "../../contracts/determinism/replay.ts";
import { canonicalText } from "../../plan/canonical.ts";
import { contentHashFull } from "../../plan/hash.ts";
import type { Json } from "../../plan/json.ts";
import { type Entry, unitKey } from "../../ports/fact.ts";
import { decide } from "../decide.ts";
import { applyFact, fold } from "../fold.ts";
import { prepare, type PreparedRun } from "../prepare.ts";
import type { RunState } from "../run-state.ts";
import type { RunView } from "../run-view.ts";
import { unitOf } from "../undo.ts";
import type { FactOf, Unit } from "../unit.ts";

/** An attempt the plan requires at this point. */
type ExpectedAttempt = { unit: Unit; attempt: number; prepared: PreparedRun };

export type WalkResult = { state: RunState; divergences: Divergence[] };

/**
 * Replays the plan with the recorded answers, in journal order, and compares each decision with what was done. Touches
 * nothing outside; unchanged code and an unmodified journal never diverge.
 */
export function walk({ run, plan, journal }: Pick<RunView, "run" | "plan" | "journal">): WalkResult {
  const state = fold(run.id, plan, []);
  const expected = new Map<string, ExpectedAttempt>();
  const divergences: Divergence[] = [];
  for (const entry of journal) {
    noteExpected(state, expected);
    divergences.push(...compare(state, expected, entry));
    if (entry.fact.kind === "attempt") expected.delete(unitKey(entry.fact));
    applyFact(state, entry);
  }
  return { state, divergences };
}

/** Time and capacity are not compared: what could start counts as started. */
function noteExpected(state: RunState, expected: Map<string, ExpectedAttempt>): void {
  const decision = decide(state, { now: Infinity, inFlight: expected, parallel: Infinity });
  if (decision.kind !== "go") return;
  for (const unit of decision.start) {
    const attempt = "attempt" in unit.phase ? unit.phase.attempt : 1;
    expected.set(unit.key, { unit, attempt, prepared: prepare(state, unit) });
  }
}

function compare(state: RunState, expected: ReadonlyMap<string, ExpectedAttempt>, { fact, key }: Entry): Divergence[] {
  switch (fact.kind) {
    case "cancel":
    case "armed":
      return [];
    case "attempt":
      return compareAttempt(fact.undo === true ? expectedUndo(state, fact) : expected.get(unitKey(fact)), fact, key);
    case "readback":
    case "decision": {
      const awaited = fact.kind === "readback" ? "unconfirmed" : "needsOperator";
      const phases = [unitOf(state, unitKey(fact))?.phase, askedUnit(state, unitKey(fact))?.phase];
      const [phase] = phases;
      const fits = phases.some((one) => one?.kind === awaited && one.attempt === fact.attempt);
      return fits ? [] : [divergence(fact.step, "order", [key, phase?.kind ?? null])];
    }
    default:
      return fact satisfies never;
  }
}

/** Compensations start when nothing else is in progress. */
const alone = { now: Infinity, inFlight: new Map<string, never>(), parallel: 1 };

function expectedUndo(state: RunState, fact: FactOf<"attempt">): ExpectedAttempt | undefined {
  const decision = decide(state, alone);
  const unit = decision.kind === "go" ? decision.start.find(({ key }) => key === unitKey(fact)) : undefined;
  return unit && { unit, attempt: "attempt" in unit.phase ? unit.phase.attempt : 1, prepared: prepare(state, unit) };
}

/** A unit whose unknown effect a person settles before the run ends. */
function askedUnit(state: RunState, key: string): Unit | undefined {
  const decision = state.hasUnsettled ? decide(state, alone) : undefined;
  return decision?.kind === "wait" && decision.ask?.key === key ? decision.ask : undefined;
}

function compareAttempt(expected: ExpectedAttempt | undefined, fact: FactOf<"attempt">, key: string): Divergence[] {
  if (expected === undefined) return [divergence(fact.step, "order", [key, null])];
  const { attempt, prepared, unit } = expected;
  const found: Divergence[] = [];
  if (attempt !== fact.attempt) found.push(divergence(fact.step, "retries", [fact.attempt - 1, attempt - 1]));
  // What a wait brought came from outside.
  if (unit.planStep.kind === "wait" || unit.planStep.kind === "plan") return found;
  if (fact.verb === undefined) return [...found, ...compareInstant(prepared, fact)];
  if (prepared.kind === "instant") return [...found, divergence(fact.step, "skill", [fact.verb, null])];
  if (prepared.verb !== fact.verb) found.push(divergence(fact.step, "skill", [fact.verb, prepared.verb]));
  const hash = contentHashFull(prepared.args);
  if (hash !== fact.argsHash) found.push(divergence(fact.step, "params", [fact.argsHash ?? null, prepared.args]));
  return found;
}

/** A step without a verb produces its own result; one the driver refused to send leaves nothing to compare. */
function compareInstant(prepared: PreparedRun, fact: FactOf<"attempt">): Divergence[] {
  if (prepared.kind !== "instant") return [];
  const [recorded, replayed] = [toJson(fact.result), toJson(prepared.result)];
  return canonicalText(recorded) === canonicalText(replayed)
    ? []
    : [divergence(fact.step, "params", [recorded, replayed])];
}

function toJson(result: FactOf<"attempt">["result"]): Json {
  return result.ok ? { output: result.output } : { error: result.error };
}

export function divergence(
  step: string,
  aspect: ReplayAspect,
  [recorded, replayed]: readonly [Json, Json],
): Divergence {
  return { step_id: step, aspect, recorded, replayed };
}
