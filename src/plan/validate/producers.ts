import type { Sketch, StepSketch } from "./sketch.ts";

/** The names of a step's result: its key, and its id where the spelling uses ids or no key is given. */
export function resultNames(step: StepSketch, spelling: Sketch["spelling"]): string[] {
  const { id, resultKey } = step;
  if (resultKey === undefined) return id === undefined ? [] : [id];
  return spelling === "results" || id === undefined || id === resultKey ? [resultKey] : [resultKey, id];
}

/** The step that produces each result name. Of two steps with the same name the first is kept; a rule reports the other. */
export function producersOf({ steps, spelling }: Sketch): Map<string, number> {
  const producers = new Map<string, number>();
  steps.forEach((step, at) => {
    for (const name of resultNames(step, spelling)) if (!producers.has(name)) producers.set(name, at);
  });
  return producers;
}
