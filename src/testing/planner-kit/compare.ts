import { compact } from "../../plan/compact.ts";
import type { PlannerResult } from "../../contracts/determinism/planner.ts";
import type { SkillPlan } from "../../contracts/determinism/plan.ts";
import { canonicalText } from "../../plan/canonical.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";

/** The contract's allowed variance: these may differ between two equal plans. */
const variable = new Set(["generated_at", "input_tokens", "output_tokens", "cost_cents"]);

/** The bytes that must be equal in `full` mode. An error counts with its code and message. */
export function bytesOf(result: PlannerResult): string {
  if ("code" in result) return canonicalText({ code: result.code, message: result.message });
  const metadata = Object.entries(result.plan.metadata).filter(([name]) => !variable.has(name));
  return canonicalText({ steps: result.plan.steps, metadata: Object.fromEntries(metadata) });
}

/** What must be equal in `structural` mode: the steps, their skills and dependencies. */
export function structureOf(result: PlannerResult): string {
  if ("code" in result) return canonicalText({ code: result.code });
  return canonicalText(result.plan.steps.map(({ step_id, skill, depends_on }) => ({ step_id, skill, depends_on })));
}

/** The bytes with all values case-folded. */
export function foldedBytesOf(result: PlannerResult): string {
  return "code" in result ? canonicalText({ code: result.code }) : canonicalText(fold(result.plan.steps.map(compact)));
}

/** Every string among the parameters. */
export function textsOf({ steps }: SkillPlan): string[] {
  return steps.flatMap(({ params }) => strings(params));
}

function strings(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return isJsonObject(value) ? Object.values(value).flatMap(strings) : [];
}

function fold(value: Json): Json {
  if (typeof value === "string") return value.toLowerCase();
  if (Array.isArray(value)) return value.map(fold);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fold(item)]));
}
