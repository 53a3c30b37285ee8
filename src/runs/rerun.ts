import { compact } from "../plan/compact.ts";
import { type CheckResult, refused } from "../plan/check-result.ts";
import { createGraph } from "../plan/graph.ts";
import { type JsonObject, toJson } from "../plan/json.ts";
import type { Issue } from "../plan/issue.ts";
import { nearest } from "../plan/nearest.ts";
import type { Plan } from "../plan/plan.ts";
import type { Step } from "../plan/step.ts";
import { type Entry, type Fact, refOf, unitKey, type UnitRef } from "../ports/fact.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import { readBackEffect } from "../effects/call-verb.ts";
import { createInFlight } from "../effects/in-flight.ts";
import { argumentIssues, toolboxOf } from "./argument-issues.ts";
import { createRun, type CreateParts } from "./create-run.ts";
import { effectKeyOf } from "./effect-key.ts";
import { fold } from "./fold.ts";
import { prepare } from "./prepare.ts";
import type { RunState, StepState } from "./run-state.ts";
import { appliesDraft, noSuchRun } from "./run-view.ts";
import { undoUnits } from "./undo.ts";
import type { Unit } from "./unit.ts";

export type RerunRequest = {
  tenant: string;
  runId: string;
  fromStep: string;
  /** Replaces the step's arguments. */
  args?: JsonObject;
  caller: string;
  /** As for a new run: the same key returns the same run. */
  idempotencyKey?: string;
};

/**
 * A new run, linked to the old one: the step, what was undone, and the dependents of both run again; other results are
 * reused. The old run is unchanged; effects of the new run have their own keys unless the plan names them.
 */
export async function rerun(parts: CreateParts, request: RerunRequest): Promise<CheckResult<Run>> {
  const { tenant, runId, fromStep, caller, idempotencyKey } = request;
  const run = await parts.store.run(tenant, runId);
  const plan = run === undefined ? undefined : await parts.store.plan(tenant, run.planHash);
  if (run === undefined || plan === undefined) return noSuchRun(runId);
  const refusal = appliesDraft({ run }) ?? notEnded(run);
  if (refusal !== undefined) return refusal;
  const at = plan.steps.findIndex((step) => step.id === fromStep);
  if (at === -1) return noSuchStep(plan, fromStep);
  const edited = request.args === undefined ? plan : withArgs(plan, at, request.args);
  const issues = edited === plan ? [] : argumentIssues(toJson(edited), at, toolboxOf(parts, tenant));
  if (issues.length > 0) return refused(...issues);
  const journal = await parts.store.journal(tenant, runId);
  const state = fold(runId, plan, journal);
  const unknown = unknownOutcome(state, at) ?? (await happened(parts, { tenant, state, at }));
  if (unknown !== undefined) return refused(unknown);
  const taken = factsToKeep(state, journal, { at, isEdited: request.args !== undefined });
  const origin = { kind: "rerun", runId, fromStep } as const;
  const newRun = { tenant, plan: edited, caller, origin, ...compact({ idempotencyKey, repeat: run.repeat }) };
  return createRun(parts, newRun, taken);
}

type RerunStart = { at: number; isEdited: boolean };

/** Safety steps are part of the plan that was reviewed: with other arguments they are evaluated and reviewed again. */
function factsToKeep(state: RunState, journal: readonly Entry[], { at: from, isEdited }: RerunStart): Fact[] {
  const { plan, steps } = state;
  const graph = createGraph(plan.steps);
  const undone = undoUnits(state).filter(({ phase }) => phase.kind === "done");
  const sources = [from, ...undone.map(({ at }) => at)];
  const runsAgain = ({ step, at }: StepState): boolean =>
    at === from || (isEdited && step.kind === "safety") || sources.some((source) => graph.dependsOn(at, source));
  const kept = new Set(steps.flatMap((one) => (one.end.kind === "done" && !runsAgain(one) ? one.step.id : [])));
  // Of an iteration, only the items that were undone run again.
  const gone = new Set(undone.map(doneKey));
  return journal.flatMap(({ fact }) =>
    fact.kind !== "cancel" && kept.has(fact.step) && !gone.has(doneKey(fact)) ? fact : [],
  );
}

/** The key of a unit, also for the facts of its compensation. */
function doneKey(ref: UnitRef): string {
  const { undo: _, ...done } = refOf(ref);
  return unitKey(done);
}

/** A run in progress may still do or undo what the new run would consider open or done. */
function notEnded(run: Run): ReturnType<typeof refused> | undefined {
  if (hasEnded(run)) return undefined;
  const hint = "Wait for its end, or cancel it.";
  return refused({ code: "RUN_NOT_ENDED", pointer: "", message: `the run ${run.id} has not ended`, hint });
}

/** A write or compensation that may have happened. It is repeated only if the person names its step. */
function unknownOutcome(state: RunState, from: number): Issue | undefined {
  const units = state.steps.flatMap(({ at, units }) => (at === from ? [] : units));
  const undos = undoUnits(state).filter(({ at }) => at !== from);
  const unit = [...units, ...undos].find(isUnknown);
  if (unit === undefined) return undefined;
  const what = unit.undo === true ? `the step ${unit.step} was undone` : `the write of the step ${unit.step} happened`;
  const hint = `Rerun from ${unit.step}, or start a new run, if it shall be done again.`;
  return { code: "OUTCOME_UNKNOWN", pointer: "", message: `it is not known whether ${what}`, hint };
}

type StatePosition = { tenant: string; state: RunState; at: number };

/** Reads back the write that the person wants to repeat. */
async function happened(parts: CreateParts, { tenant, state, at }: StatePosition): Promise<Issue | undefined> {
  for (const unit of state.steps[at]?.units.filter(isUnknown) ?? []) {
    const prepared = prepare(state, unit);
    if (prepared.kind === "instant" || parts.verbs.describe(prepared.verb, tenant)?.canReadBack !== true) continue;
    const effect = { verb: prepared.verb, payload: prepared.args, key: effectKeyOf(state, unit).key, tenant };
    const found = await readBackEffect(parts, createInFlight("read_back"), effect);
    if (found.state !== "done") continue;
    const hint = "Rerun from a later step, or start a new run, if it shall be done again.";
    return { code: "OUTCOME_UNKNOWN", pointer: "", message: `the write of the step ${unit.step} did happen`, hint };
  }
  return undefined;
}

function isUnknown({ facts: { attempts, readbacks }, phase }: Unit): boolean {
  const last = attempts.at(-1)?.result;
  if (phase.kind === "done" || last === undefined || last.ok || last.settling === undefined) return false;
  return readbacks.get(attempts.length)?.found !== "absent";
}

function withArgs(plan: Plan, at: number, args: JsonObject): Plan {
  return { ...plan, steps: plan.steps.map((step, place) => (place === at ? edit(step, args) : step)) };
}

function edit(step: Step, args: JsonObject): Step {
  if (step.kind === "tool") return { ...step, args };
  return step.kind === "action" ? { ...step, parameters: args } : step;
}

function noSuchStep(plan: Plan, wanted: string): ReturnType<typeof refused> {
  const close = nearest(
    wanted,
    plan.steps.map(({ id }) => id),
  );
  return refused({
    code: "STEP_NOT_FOUND",
    pointer: "",
    message: `the plan has no step ${wanted}`,
    ...(close === undefined ? {} : { hint: `Did you mean ${close}?` }),
  });
}
