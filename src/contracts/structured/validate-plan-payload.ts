import { type CheckResult, refused } from "../../plan/check-result.ts";
import { parseJsonText } from "../../plan/json-text.ts";
import type { Toolbox } from "../../plan/tool-spec.ts";
import { checkRules } from "../../plan/validate/rules.ts";
import { createShape } from "../../plan/validate/shape.ts";
import { type FieldPaths, sketchOf } from "../../plan/validate/sketch.ts";
import { canBeWalked } from "../../plan/validate/validate-plan.ts";
import { StructuredPlan } from "./plan.ts";
import { requestedStepCount } from "./step-count.ts";
import { stepIndex } from "./step-ids.ts";
import { structuredToolbox } from "./toolbox.ts";

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
