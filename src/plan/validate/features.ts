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
  sketch.steps.forEach((step, at) => featuresOf(step, sketch.places).forEach((used) => check(used, at)));
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
  return [
    ...(kind === undefined || typeof places.kind === "string" ? [] : [{ feature: kind, path: places.kind }]),
    ...(step.when === undefined ? [] : [{ feature: "conditions" as const, path: places.when ?? [] }]),
    ...(step.forEach === undefined ? [] : [{ feature: "iteration" as const, path: places.forEach ?? [] }]),
    ...(step.compensate === undefined ? [] : [{ feature: "compensation" as const, path: places.compensate ?? [] }]),
    ...(step.resultKey === undefined ? [] : [{ feature: "result keys" as const, path: places.resultKey ?? [] }]),
  ];
}
