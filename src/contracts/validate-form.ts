import { type CheckResult, refused } from "../plan/check-result.ts";
import type { Spelling } from "../plan/plan.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import { checkRules } from "../plan/validate/rules.ts";
import { type FieldPaths, sketchOf } from "../plan/validate/sketch.ts";
import { canBeWalked } from "../plan/validate/validate-plan.ts";

export type DocumentOptions = {
  /** The tools of the plan; without it, tools are checked only in the structured contract, which has its own. */
  readonly toolbox?: Toolbox | undefined;
  readonly stepCount?: number | undefined;
};

/** Where a contract has the parts of a plan, and how it writes references. */
export type PlanForm = { places: FieldPaths; spelling: Spelling };

/** Adds the issues of the plan rules to those of the shape, with pointers into the document as sent. */
export function withRules<T>(
  document: unknown,
  shape: CheckResult<T>,
  form: DocumentOptions & PlanForm,
): CheckResult<T> {
  const shapeIssues = shape.ok ? [] : shape.issues;
  if (!canBeWalked(shapeIssues)) return refused(...shapeIssues);
  const { places, spelling, ...options } = form;
  const issues = [...shapeIssues, ...checkRules(sketchOf(document, places, spelling), options)];
  return issues.length === 0 ? shape : refused(...issues);
}
