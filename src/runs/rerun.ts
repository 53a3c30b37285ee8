import { type CheckResult, refused } from "../plan/check-result.ts";
import { createGraph } from "../plan/graph.ts";
import { type JsonObject, toJson } from "../plan/json.ts";
import { nearest } from "../plan/nearest.ts";
import type { Plan } from "../plan/plan.ts";
import type { Step } from "../plan/step.ts";
import type { Entry, Fact } from "../ports/fact.ts";
import type { Run } from "../ports/run.ts";
import { argumentIssues, toolboxOf } from "./argument-issues.ts";
import { createRun, type CreateParts } from "./create-run.ts";
import { fold } from "./fold.ts";
import type { RunState } from "./run-state.ts";
import { appliesDraft, noSuchRun } from "./run-view.ts";

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
 * A new run, linked to the old one: the step and its dependents run again, other results are reused. The old run is
 * unchanged; effects of the new run have their own keys unless the plan names them.
 */
export async function rerun(parts: CreateParts, request: RerunRequest): Promise<CheckResult<Run>> {
  const { tenant, runId, fromStep, caller, idempotencyKey } = request;
  const run = await parts.store.run(tenant, runId);
  const plan = run === undefined ? undefined : await parts.store.plan(tenant, run.planHash);
  if (run === undefined || plan === undefined) return noSuchRun(runId);
  const refusal = appliesDraft({ run });
  if (refusal !== undefined) return refusal;
  const at = plan.steps.findIndex((step) => step.id === fromStep);
  if (at === -1) return noSuchStep(plan, fromStep);
  const edited = request.args === undefined ? plan : withArgs(plan, at, request.args);
  const issues = edited === plan ? [] : argumentIssues(toJson(edited), at, toolboxOf(parts, tenant));
  if (issues.length > 0) return refused(...issues);
  const journal = await parts.store.journal(tenant, runId);
  const taken = factsToKeep(fold(runId, plan, journal), at, journal);
  const origin = { kind: "rerun", runId, fromStep } as const;
  const newRun = { tenant, plan: edited, caller, origin, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  return createRun(parts, newRun, taken);
}

function factsToKeep(state: RunState, from: number, journal: readonly Entry[]): Fact[] {
  const { plan } = state;
  const graph = createGraph(plan.steps);
  const runsAgain = (at: number): boolean => at === from || graph.dependsOn(at, from);
  const kept = new Set(
    state.steps.flatMap(({ step, at, end }) => (end.kind === "done" && !runsAgain(at) ? step.id : [])),
  );
  return journal.flatMap(({ fact }) => (fact.kind !== "cancel" && kept.has(fact.step) ? fact : []));
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
