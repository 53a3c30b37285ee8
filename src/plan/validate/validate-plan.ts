import { type CheckResult, refused } from "../check-result.ts";
import type { Issue } from "../issue.ts";
import { Plan, Spelling } from "../plan.ts";
import type { Toolbox } from "../tool-spec.ts";
import type { ValidationOptions } from "./context.ts";
import { checkRules } from "./rules.ts";
import { createShape } from "./shape.ts";
import { type FieldPaths, read, sketchOf } from "./sketch.ts";

const planShape = createShape(Plan);

/** Where the Plan model keeps the fields that rules read. */
const planPlaces: FieldPaths = {
  steps: "steps",
  id: ["id"],
  kind: ["kind"],
  dependsOn: ["dependsOn"],
  resultKey: ["resultKey"],
  tool: ["tool"],
  args: ["args"],
  texts: [["content"], ["summary"], ["metadata"], ["query"], ["filters"], ["parameters"], ["wait"]],
  when: ["when"],
  forEach: ["forEach"],
  compensate: ["compensate"],
  effect: ["effect", "class"],
  fallbackStep: ["fallbackStep"],
  intent: ["intent"],
};

/**
 * Validates a plan and returns every violation at once: shape, graph, references, tools and their arguments, claims.
 * Accepts any value, changes nothing and never throws. Without a toolbox, tools are not checked.
 */
export function validatePlan(
  plan: unknown,
  toolbox?: Toolbox,
  options: Omit<ValidationOptions, "toolbox"> = {},
): CheckResult<Plan> {
  const shape = planShape(plan);
  const document = shape.ok ? shape.value : plan;
  const shapeIssues = shape.ok ? [] : shape.issues;
  if (!canBeWalked(shapeIssues)) return refused(...shapeIssues);
  const spelling = Spelling.safeParse(read(document, ["spelling"]) ?? "braces");
  const sketch = sketchOf(document, planPlaces, spelling.data ?? "none");
  const issues = [...shapeIssues, ...checkRules(sketch, { ...options, toolbox })];
  return shape.ok && issues.length === 0 ? shape : refused(...issues);
}

const unwalkable = new Set(["NOT_JSON", "CYCLIC_VALUE", "TOO_DEEP", "TOO_MANY_ISSUES", "TOO_LARGE"]);

/** Whether rules can walk the document: it must be a finite tree within the step limit. */
export function canBeWalked(issues: readonly Issue[]): boolean {
  return !issues.some(
    ({ code, pointer }) => unwalkable.has(code) || (code === "TOO_LONG" && /^\/[^/]+$/.test(pointer)),
  );
}
