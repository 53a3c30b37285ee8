import type { PlanPreview, StepPreview } from "../../contracts/api/run.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Plan } from "../../plan/plan.ts";
import { type AttemptResult, refOf } from "../../ports/fact.ts";
import type { RunsParts } from "../runs.ts";
import { findImpossible } from "../create-run.ts";
import { decide } from "../decide.ts";
import { estimatePlan } from "../estimate-plan.ts";
import { applyFact, fold } from "../fold.ts";
import { removeFromIndex } from "../phase-index.ts";
import { maxDepth } from "../plan-step.ts";
import type { RunState } from "../run-state.ts";
import { previewBlocked, previewUnit } from "./preview-step.ts";
import { isJsonObject } from "../../plan/json.ts";

export type PreviewParts = Pick<RunsParts, "store" | "verbs" | "clock" | "childPlans">;
export type PreviewRequest = { tenant: string; caller: string; plan: Plan; signal: AbortSignal };

/** How many steps are previewed at the same time. */
const parallel = 8;

/** What the plan would do now. Its reads are made, so that later steps show the values they would get; writes are not. */
export async function previewPlan(parts: PreviewParts, request: PreviewRequest): Promise<CheckResult<PlanPreview>> {
  const issues = findImpossible(parts.verbs, request);
  if (issues.length > 0) return refused(...issues);
  const steps = await previewSteps(parts, request, 0);
  const count = (test: (row: StepPreview) => boolean): number => steps.filter(test).length;
  const value: PlanPreview = {
    steps,
    writes: count(({ does, error, done_by }) => does === "write" && error === null && done_by === null),
    approvals: count(({ approval }) => approval !== null),
    cost: estimatePlan(request.plan, parts.verbs, request.tenant),
    failures: count(({ does, error }) => does !== "skip" && error !== null),
  };
  return { ok: true, value };
}

async function previewSteps(parts: PreviewParts, request: PreviewRequest, depth: number): Promise<StepPreview[]> {
  const { plan, signal } = request;
  const state = fold("preview", plan, []);
  const rows = plan.steps.map((): StepPreview[] => []);
  /** Units whose result only a run can know. */
  const held = new Set<string>();
  while (!signal.aborted) {
    const now = parts.clock.now();
    // A person's decision pauses a run; the preview goes on with what does not depend on it.
    for (const unit of state.unitsByPhase.needsOperator) removeFromIndex(state.unitsByPhase, unit);
    const decision = decide(state, { now, inFlight: held, parallel: held.size + parallel });
    const units = decision.kind === "go" ? decision.start : [];
    if (units.length === 0) break;
    const shown = await Promise.all(units.map((unit) => previewUnit(parts, request, { state, unit })));
    for (const [index, unit] of units.entries()) {
      const { row, result } = shown[index] ?? {};
      if (row !== undefined && unit.facts.attempts.length === 0) rows[unit.at]?.push(row);
      if (result === undefined) held.add(unit.key);
      else applyFact(state, attemptOf(unit, result, now));
    }
  }
  return withOthers(parts, request, { state, rows, depth });
}

function attemptOf(
  unit: Parameters<typeof refOf>[0],
  result: AttemptResult,
  now: number,
): Parameters<typeof applyFact>[1] {
  return { fact: { kind: "attempt", ...refOf(unit), attempt: 1, startedAt: now, result }, at: now };
}

type PreviewState = { state: RunState; rows: StepPreview[][]; depth: number };

/** Adds the steps that were not reached, and those of plans that steps run. */
async function withOthers(
  parts: PreviewParts,
  request: PreviewRequest,
  { state, rows, depth }: PreviewState,
): Promise<StepPreview[]> {
  const all: StepPreview[] = [];
  for (const step of state.steps) {
    const own = rows[step.at] ?? [];
    if (own.length === 0) own.push(await previewBlocked(parts, request, { state, step }));
    for (const row of own)
      all.push(row, ...(row.does === "plan" ? await childRows(parts, request, { row, depth }) : []));
  }
  return all;
}

async function childRows(
  parts: PreviewParts,
  request: PreviewRequest,
  { row, depth }: { row: StepPreview; depth: number },
): Promise<StepPreview[]> {
  const { plan: name, version, parameters } = row.args ?? {};
  if (row.unresolved.length > 0 || depth >= maxDepth || typeof name !== "string") return [];
  const wanted = { tenant: request.tenant, name, parameters: isJsonObject(parameters) ? parameters : {} };
  const found = await parts.childPlans?.(typeof version === "number" ? { ...wanted, version } : wanted);
  if (found?.ok !== true) {
    row.error = { code: "plan_missing", message: found?.issues[0]?.message ?? "there are no saved plans here" };
    return [];
  }
  const steps = await previewSteps(parts, { ...request, plan: found.value }, depth + 1);
  return steps.map((step) => ({ ...step, step_id: `${row.step_id}/${step.step_id}` }));
}
