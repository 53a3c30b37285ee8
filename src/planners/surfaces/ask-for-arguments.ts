import type { Issue } from "../../plan/issue.ts";
import type { Plan } from "../../plan/plan.ts";
import { atPointer, parsePointer } from "../../plan/pointer.ts";
import { schemaCheck } from "../../plan/schema-check.ts";
import type { Toolbox } from "../../plan/tool-spec.ts";
import { validatePlan } from "../../plan/validate/validate-plan.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome, MissingParameter, PlannedCall } from "../grammar/goal.ts";
import { toolboxOf } from "../toolbox-of.ts";
import { toSteps } from "./steps.ts";
import { completePlan } from "./complete-plan.ts";

/**
 * Turns a plan whose only faults are missing or invalid arguments into a question about them: a person can answer it, a
 * validator could only refuse.
 */
export function askForArguments(outcome: GrammarOutcome, { toolbox }: PlannerRequest): GrammarOutcome {
  if (outcome.kind !== "plan" || toolbox.length === 0) return outcome;
  const tools = toolboxOf(toolbox);
  if (outcome.calls.every((call) => clearlyFits(call, tools))) return outcome;
  const { steps } = toSteps(outcome.calls, { ids: (at) => `s${at + 1}`, spelling: "braces" });
  const plan = completePlan({ steps });
  const proof = validatePlan(plan, tools);
  if (proof.ok || !proof.issues.every(({ code }) => code === "INVALID_ARGUMENTS")) return outcome;
  const holes = proof.issues.map((issue) => gapAt(issue, plan));
  const { calls, confidence, reasons } = outcome;
  const missing = holes.map((hole) => hole.missing);
  return { kind: "clarify", calls, missing, bad: holes.flatMap((hole) => hole.bad), confidence, reasons };
}

/** Whether all arguments are valid, apart from references, which are checked by type and never asked for. */
function clearlyFits({ tool, args }: PlannedCall, tools: Toolbox): boolean {
  const spec = tools.get(tool);
  const result = spec === undefined ? undefined : schemaCheck(spec.inputSchema)(args);
  if (result === undefined || !("errors" in result)) return true;
  return result.errors.every(({ pointer }) => isReference(atPointer(args, pointer)));
}

function isReference(value: unknown): boolean {
  return typeof value === "string" && /^\{\{[^{}]+\}\}$/.test(value);
}

type ArgumentGap = { missing: MissingParameter; bad: string[] };

/** An argument issue points at `/steps/<index>/args/<path>`. */
function gapAt({ pointer }: Issue, plan: Plan): ArgumentGap {
  const [, at = "", , ...path] = parsePointer(pointer) ?? [];
  const step = plan.steps[Number(at)];
  const value = atPointer(plan, pointer);
  const tool = step?.kind === "tool" ? step.tool : "";
  const why = value === undefined ? "absent" : "bad";
  const bad = typeof value === "string" || typeof value === "number" ? [String(value)] : [];
  return { missing: { tool, param: path.join("."), choices: [], why }, bad };
}
