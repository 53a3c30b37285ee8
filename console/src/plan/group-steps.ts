import type { StepState } from "../design/badge.tsx";
import type { ShownStep } from "./shown-step.ts";

/** One node of the graph: a step, or a run of steps that do the same thing. */
export type StepGroup = { id: string; steps: readonly ShownStep[]; dependsOn: readonly string[] };

/** Fewer repeats than this are shown one by one. */
const minRepeats = 4;

/**
 * Groups neighbouring steps of the same tool that wait for the same steps, or one for the other: "Create issue ×12". A
 * step that is chosen is shown with its neighbours, one by one.
 */
export function groupSteps(steps: readonly ShownStep[], isOpen: (step: ShownStep) => boolean): StepGroup[] {
  const runs: ShownStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run !== undefined && continues(run, step)) run.push(step);
    else runs.push([step]);
  }
  const groups = runs.flatMap((run) =>
    run.length < minRepeats || run.some(isOpen) ? run.map((step) => [step]) : [run],
  );
  const nodeOf = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group[0]?.id ?? id] as const)));
  return groups.map((group) => {
    const id = group[0]?.id ?? "";
    const needs = new Set(group.flatMap(({ dependsOn }) => dependsOn.map((need) => nodeOf.get(need) ?? need)));
    return { id, steps: group, dependsOn: [...needs].filter((need) => need !== id) };
  });
}

function continues(run: readonly ShownStep[], { kind, name, dependsOn }: ShownStep): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || first.kind !== kind || first.name !== name) return false;
  const isNext = dependsOn.length === 1 && dependsOn[0] === last?.id;
  return isNext || dependsOn.join() === first.dependsOn.join();
}

const byWeight = ["failed", "waiting", "running", "retrying", "todo", "done", "skipped", "cancelled"] as const;

/** The state of a group is the one that needs most attention. */
export function groupState(group: StepGroup, states: ReadonlyMap<string, StepState>): StepState | undefined {
  const found = new Set(group.steps.map(({ id }) => states.get(id)));
  return byWeight.find((state) => found.has(state));
}
