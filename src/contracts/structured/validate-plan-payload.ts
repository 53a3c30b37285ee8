import { type CheckResult, refused } from "../../plan/check-result.ts";
import { parseJsonText } from "../../plan/json-text.ts";
import type { Toolbox } from "../../plan/tool-spec.ts";
import { checkRules } from "../../plan/validate/rules.ts";
import { createShape } from "../../plan/validate/shape.ts";
import { type FieldPaths, sketchOf } from "../../plan/validate/sketch.ts";
import { canBeWalked } from "../../plan/validate/validate-plan.ts";
import { StructuredPlan } from "./plan.ts";
import { requestedStepCount } from "./step-count.ts";
import { structuredToolbox } from "./toolbox.ts";
import type { Issue } from "../../plan/issue.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Context } from "../../plan/validate/context.ts";

export type PayloadOptions = {
  /** The whitelist with input schemas; the contract's two tools by default. */
  readonly toolbox?: Toolbox | undefined;
  /** The requested number of steps. */
  readonly stepCount?: number | undefined;
  /** The text of the request: the step count is read from it where `stepCount` is absent. */
  readonly request?: string | undefined;
};

/** Where contract 2 keeps the fields that rules read. */
const structuredPlaces: FieldPaths = {
  steps: "steps",
  id: ["step_id"],
  kind: "tool",
  dependsOn: ["dependencies"],
  tool: ["tool", "name"],
  args: ["tool", "args"],
  texts: [],
};

const planShape = createShape(StructuredPlan);

/**
 * Enforces contract 2: returns the plan, or every violation at once. A string is parsed strictly as JSON text. Accepts any
 * value, changes nothing and never throws.
 */
export function validatePlanPayload(payload: unknown, options: PayloadOptions = {}): CheckResult<StructuredPlan> {
  if (typeof payload !== "string") return validateValue(payload, options);
  const parsed = parseJsonText(payload);
  return parsed.ok ? validateValue(parsed.value, options) : parsed;
}

function validateValue(payload: unknown, options: PayloadOptions): CheckResult<StructuredPlan> {
  const shape = planShape(payload);
  const shapeIssues = shape.ok ? [] : shape.issues;
  if (!canBeWalked(shapeIssues)) return refused(...shapeIssues);
  const { toolbox = structuredToolbox, request } = options;
  const stepCount = options.stepCount ?? (request === undefined ? undefined : requestedStepCount(request));
  const sketch = sketchOf(payload, structuredPlaces, "dollar");
  const issues = [...shapeIssues, ...checkRules(sketch, { toolbox, stepCount, ordered: true }, [stepIndex])];
  return shape.ok && issues.length === 0 ? shape : refused(...issues);
}

/** The contract's name for it. */
export const validate_plan_payload = validatePlanPayload;

/** `step_` and a number: ASCII digits, no leading zero. */
const stepId = /^step_[1-9][0-9]*$/;

/**
 * The step index contract: `step_1` to `step_N`, contiguous, in ascending order. Applies to every id, so a plan cannot mix
 * styles or use its own.
 */
function stepIndex({ sketch }: Context): Issue[] {
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
