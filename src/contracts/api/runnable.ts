import { type Checked, refused } from "../../plan/checked.ts";
import { isJsonObject } from "../../plan/json.ts";
import { jsonIssue } from "../../plan/json-issue.ts";
import { Plan } from "../../plan/plan.ts";
import * as determinism from "../determinism/index.ts";
import { parseWith } from "../parse.ts";
import * as service from "../service/index.ts";
import * as structured from "../structured/index.ts";

/** The contracts whose plans can be carried out as they are; `plan` is the model itself, with conditions and iteration. */
export type Runnable = "service" | "structured" | "determinism" | "plan";

/** A plan of any contract, told by its fields; what it came as decides how its answer leaves. */
export function parseRunnable(value: unknown): Checked<{ contract: Runnable; plan: Plan }> {
  const contract = contractOf(value);
  switch (contract) {
    case "service":
      return as(contract, service.parsePlanResponse(value), service.toPlan);
    case "structured":
      return as(contract, parseWith(structured.StructuredPlan, value), structured.toPlan);
    case "determinism":
      return as(contract, parseWith(determinism.SkillPlan, value), determinism.toPlan);
    case "plan":
      return as(contract, parseWith(Plan, value), (plan) => plan);
    case undefined:
      return refused(jsonIssue("WRONG_TYPE", "", { message: unknownForm, hint: knownForms }));
    default:
      return contract satisfies never;
  }
}

const unknownForm = "this is not a plan of any contract";
const knownForms =
  "Send what POST /plan answers (session_id, steps), a structured plan (task_summary, steps), a skill plan (steps with skill) or a Plan (steps with kind).";

function contractOf(value: unknown): Runnable | undefined {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, "session_id")) return "service";
  if (Object.hasOwn(value, "task_summary")) return "structured";
  const steps = Object.hasOwn(value, "steps") ? value["steps"] : undefined;
  const first = Array.isArray(steps) ? steps[0] : undefined;
  if (!isJsonObject(first)) return Array.isArray(steps) ? "plan" : undefined;
  if (Object.hasOwn(first, "kind")) return "plan";
  if (Object.hasOwn(first, "type")) return "service";
  if (Object.hasOwn(first, "tool")) return "structured";
  return Object.hasOwn(first, "skill") ? "determinism" : "plan";
}

function as<Wire>(
  contract: Runnable,
  parsed: Checked<Wire>,
  toPlan: (wire: Wire) => Plan,
): ReturnType<typeof parseRunnable> {
  return parsed.ok ? { ok: true, value: { contract, plan: toPlan(parsed.value) } } : parsed;
}
