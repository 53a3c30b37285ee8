import { createIssue } from "../create-issue.ts";
import type { Issue } from "../issue.ts";
import { type Context, resultNames } from "./context.ts";

export function uniqueStepIds({ sketch, graph }: Context): Issue[] {
  return sketch.steps.flatMap(({ id }, at) => {
    const first = id === undefined ? at : graph.positions.get(id);
    if (first === at || first === undefined) return [];
    const message = `"${id}" is already the id of ${sketch.at(first, [])}`;
    return [createIssue("DUPLICATE_STEP_ID", sketch.at(at, sketch.places.id), { message })];
  });
}

/** Duplicate step ids have their own rule; here at least one of the two names is a result key. */
export function uniqueResultKeys({ sketch, producers }: Context): Issue[] {
  return sketch.steps.flatMap((step, at) =>
    resultNames(step, sketch.spelling).flatMap((name) => {
      const first = producers.get(name) ?? at;
      if (first === at || sketch.steps[first]?.id === step.id) return [];
      const place = step.resultKey === name ? (sketch.places.resultKey ?? sketch.places.id) : sketch.places.id;
      const message = `"${name}" already names the result of ${sketch.at(first, [])}`;
      return [createIssue("DUPLICATE_RESULT_KEY", sketch.at(at, place), { message })];
    }),
  );
}

export function requestedStepCount({ sketch, options }: Context): Issue[] {
  const wanted = options.stepCount;
  const found = sketch.steps.length;
  if (wanted === undefined || wanted === found) return [];
  const hint = found < wanted ? `Add ${wanted - found}.` : `Remove ${found - wanted}.`;
  return [
    createIssue("STEP_COUNT", `/${sketch.places.steps}`, {
      message: `has ${found} steps, ${wanted} were requested`,
      hint,
    }),
  ];
}
