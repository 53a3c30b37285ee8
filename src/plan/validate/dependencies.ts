import type { Issue } from "../issue.ts";
import { createIssue, maxRuleIssues } from "../create-issue.ts";
import type { Context } from "./context.ts";

type Dependency = { step: number; at: number; id: string };

export function knownDependencies({ sketch, graph, suggest }: Context): Issue[] {
  return each(sketch, ({ step, at, id }) => {
    if (graph.positions.has(id)) return [];
    const meant = suggest(id, graph.positions.keys());
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    return [
      createIssue("UNKNOWN_DEPENDENCY", place(sketch, step, at), { message: `no step has the id "${id}"`, ...hint }),
    ];
  });
}

export function noSelfDependencies({ sketch }: Context): Issue[] {
  return each(sketch, ({ step, at, id }) => {
    if (sketch.steps[step]?.id !== id) return [];
    return [createIssue("SELF_DEPENDENCY", place(sketch, step, at), { message: `"${id}" depends on itself` })];
  });
}

export function noDuplicateDependencies({ sketch }: Context): Issue[] {
  const seen = new Set<string>();
  let current = -1;
  return each(sketch, ({ step, at, id }) => {
    if (step !== current) seen.clear();
    current = step;
    const isFirst = !seen.has(id);
    seen.add(id);
    if (isFirst) return [];
    return [createIssue("DUPLICATE_DEPENDENCY", place(sketch, step, at), { message: `"${id}" stands twice` })];
  });
}

/** For contracts whose steps are listed in execution order. */
export function earlierDependencies({ sketch, graph, options }: Context): Issue[] {
  if (options.ordered !== true) return [];
  return each(sketch, ({ step, at, id }) => {
    const position = graph.positions.get(id) ?? step;
    if (position <= step) return [];
    const message = `"${id}" comes later, at ${sketch.at(position, [])}`;
    return [createIssue("FORWARD_DEPENDENCY", place(sketch, step, at), { message })];
  });
}

/** One issue for each cycle, at the dependency that leads into it. */
export function noCycles({ sketch, graph }: Context): Issue[] {
  return graph.cycles.map((cycle) => {
    const [first = 0, second = first] = cycle;
    const names = [...cycle, first].map((step) => sketch.steps[step]?.id ?? "");
    const shown = names.length > 12 ? [...names.slice(0, 10), "…", ...names.slice(-1)] : names;
    const at = sketch.steps[first]?.dependsOn.indexOf(sketch.steps[second]?.id) ?? 0;
    const message = `dependency cycle: ${shown.join(" → ")}`;
    return createIssue("DEPENDENCY_CYCLE", place(sketch, first, at), { message });
  });
}

/** Stops at more issues than are listed: a step may name hundreds of thousands of others. */
function each(sketch: Context["sketch"], look: (dependency: Dependency) => Issue[]): Issue[] {
  const issues: Issue[] = [];
  for (const [step, { dependsOn }] of sketch.steps.entries())
    for (const [at, id] of dependsOn.entries()) {
      if (typeof id === "string") issues.push(...look({ step, at, id }));
      if (issues.length > maxRuleIssues) return issues;
    }
  return issues;
}

function place(sketch: Context["sketch"], step: number, at: number): string {
  return sketch.at(step, sketch.places.dependsOn, at);
}
