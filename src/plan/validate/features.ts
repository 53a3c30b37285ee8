import type { Issue } from "../issue.ts";
import { createIssue } from "../create-issue.ts";
import type { Feature } from "../surface.ts";
import type { Context } from "./context.ts";
import type { Path, FieldPaths, StepSketch } from "./sketch.ts";

/** A plan must not use a feature that its contract cannot carry: nothing is dropped on output. */
export function carriedFeatures({ sketch, options, sites }: Context): Issue[] {
  const { surface } = options;
  if (surface === undefined) return [];
  const issues: Issue[] = [];
  const check = ({ feature, path }: UsedFeature, step: number): void => {
    if (surface.carries.has(feature)) return;
    const message = `the ${surface.name} contract has no ${feature}`;
    issues.push(createIssue("NOT_EXPRESSIBLE", sketch.at(step, path), { message }));
  };
  for (const [at, step] of sketch.steps.entries()) for (const used of featuresOf(step, sketch.places)) check(used, at);
  for (const { step, path } of sites) check({ feature: "references", path }, step);
  return issues;
}

type UsedFeature = { feature: Feature; path: Path };

const kinds: ReadonlyMap<string, Feature> = new Map([
  ["tool", "tool steps"],
  ["message", "message steps"],
  ["lookup", "lookup steps"],
  ["action", "action steps"],
  ["safety", "safety steps"],
  ["wait", "wait steps"],
  ["plan", "plan steps"],
]);

function featuresOf(step: StepSketch, places: FieldPaths): UsedFeature[] {
  const kind = step.kind === undefined ? undefined : kinds.get(step.kind);
  const used: UsedFeature[] = [];
  if (kind !== undefined && typeof places.kind !== "string") used.push({ feature: kind, path: places.kind });
  if (step.when !== undefined) used.push({ feature: "conditions", path: places.when ?? [] });
  if (step.forEach !== undefined) used.push({ feature: "iteration", path: places.forEach ?? [] });
  if (step.compensate !== undefined) used.push({ feature: "compensation", path: places.compensate ?? [] });
  if (step.resultKey !== undefined) used.push({ feature: "result keys", path: places.resultKey ?? [] });
  return used;
}
