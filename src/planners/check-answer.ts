import { PlannerError } from "../contracts/determinism/planner.ts";
import type { Issue } from "../plan/issue.ts";
import { isJsonObject } from "../plan/json.ts";
import { Plan } from "../plan/plan.ts";
import { createToolbox } from "../plan/tool-spec.ts";
import type { Planned, PlannerAnswer, PlannerRequest } from "../ports/planner.ts";
import { plannerError, withIssues } from "./planner-error.ts";

/** Takes nothing on trust: the shape of the answer, then the plan by every rule, against the tools it may use. */
export function checkAnswer(answer: unknown, request: PlannerRequest): PlannerAnswer {
  if (!isJsonObject(answer)) return malformed("the planner did not answer with an object");
  if ("code" in answer) {
    const error = PlannerError.safeParse(answer);
    return error.success ? error.data : malformed("the planner answered with a malformed error");
  }
  const { confidence, deterministic } = answer;
  if (typeof deterministic !== "boolean") return malformed("the answer does not say whether it is deterministic");
  if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1)) {
    return malformed("the answer has no confidence between 0 and 1");
  }
  const plan = Plan.safeParse(answer["plan"]);
  if (!plan.success) return invalid(plan.error.issues.map(toIssue));
  const issues = planIssues(plan.data, request);
  // The fields beside the plan are for reading only; their types are the planner's promise.
  return issues.length > 0 ? invalid(issues) : { ...(answer as unknown as Planned), plan: plan.data };
}

function planIssues(plan: Plan, request: PlannerRequest): Issue[] {
  // A plan that asks first is not whole yet, and an empty manifest filters nothing.
  const toolbox = request.toolbox.length === 0 ? undefined : createToolbox(request.toolbox);
  return [];
}

function malformed(message: string): PlannerError {
  return plannerError("PLANNER_INVALID_PLAN", message, { reason: "malformed" });
}

function invalid(issues: readonly Issue[]): PlannerError {
  const [first] = issues;
  const place = first === undefined ? "" : `: ${first.pointer} ${first.message}`;
  return plannerError("PLANNER_INVALID_PLAN", `the plan does not pass validation${place}`, withIssues(issues));
}

function toIssue(issue: { code: string; path: PropertyKey[]; message: string }): Issue {
  const pointer = issue.path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { code: issue.code, pointer, message: issue.message };
}
