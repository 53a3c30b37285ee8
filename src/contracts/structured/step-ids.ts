import type { Issue } from "../../plan/issue.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Context } from "../../plan/validate/context.ts";

/** `step_` and a number: ASCII digits, no leading zero. */
const stepId = /^step_[1-9][0-9]*$/;

/**
 * The step index contract: `step_1` to `step_N`, contiguous, in ascending order. Applies to every id, so a plan cannot mix
 * styles or use its own.
 */
export function stepIndex({ sketch }: Context): Issue[] {
  return sketch.steps.flatMap(({ id }, at) => {
    const wanted = `step_${at + 1}`;
    if (id === undefined || id === wanted) return [];
    const pointer = sketch.at(at, sketch.places.id);
    if (stepId.test(id)) {
      const message = `is "${id}", expected "${wanted}"`;
      return [
        createIssue("STEP_ID_ORDER", pointer, {
          message,
          hint: `Number the steps step_1 to step_${sketch.steps.length}.`,
        }),
      ];
    }
    return [createIssue("STEP_ID_FORMAT", pointer, { message: `"${id}" ${fault(id)}`, hint: `Write "${wanted}".` })];
  });
}

function fault(id: string): string {
  if (/^step_0[0-9]*$/.test(id)) return "has a leading zero";
  if (/^step_\p{Nd}+$/u.test(id)) return "has digits that are not 0 to 9";
  return "is not step_ and a number";
}
