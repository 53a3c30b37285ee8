import { isJsonObject, type JsonObject } from "../plan/json.ts";
import type { Store } from "../ports/store.ts";
import { fold } from "./fold.ts";
import { prepare, verbOf } from "./prepare.ts";
import type { RunState } from "./run-state.ts";
import type { Unit } from "./unit.ts";

/** The inputs a step was or would be called with; one per item of an iteration. */
export type StepInputs = { tool: string; inputs: { item?: number; args?: JsonObject }[] };

export async function stepInputs(
  store: Store,
  { tenant, runId, step: id }: { tenant: string; runId: string; step: string },
): Promise<StepInputs | undefined> {
  const run = await store.run(tenant, runId);
  const plan = run === undefined ? undefined : await store.plan(tenant, run.planHash);
  if (plan === undefined) return undefined;
  const state = fold(runId, plan, await store.journal(tenant, runId));
  const found = state.steps.find(({ step }) => step.id === id);
  if (found === undefined) return undefined;
  return { tool: verbOf(found.step) ?? found.step.kind, inputs: found.units.map((unit) => inputOf(state, unit)) };
}

/** Arguments edited by a person replace the plan's. */
function inputOf(state: RunState, unit: Unit): StepInputs["inputs"][number] {
  const place = unit.item === undefined ? {} : { item: unit.item };
  const edits = [...unit.facts.decisions.values()].flatMap(({ decision }) =>
    decision.choice === "edit" ? [decision.args] : [],
  );
  const args = edits.at(-1) ?? preparedArgs(state, unit);
  return args === undefined ? place : { ...place, args };
}

function preparedArgs(state: RunState, unit: Unit): JsonObject | undefined {
  const prepared = prepare(state, unit);
  if (prepared.kind !== "instant") return prepared.args;
  // A step without a call returns its input.
  return prepared.result.ok && isJsonObject(prepared.result.output) ? prepared.result.output : undefined;
}
