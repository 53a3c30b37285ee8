import { PlanwrightError } from "../../contracts/errors.ts";
import type { Issue } from "../../plan/issue.ts";
import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import { isPlannerError, type PlannerError } from "../../runtime/planning.ts";

/** A planner's error leaves as the problem of the same code, with what it found under `errors`. */
export function good<T extends object>(answer: T | PlannerError): T {
  if (!isPlannerError(answer)) return answer;
  // Contract 4 has no word for money; our own table has.
  const code = answer.details["reason"] === "budget" ? "BUDGET_EXHAUSTED" : answer.code;
  throw new PlanwrightError(code, { message: answer.message, issues: issuesIn(answer.details) });
}

function issuesIn({ issues, missing }: JsonObject): Issue[] {
  if (Array.isArray(issues)) return issues.filter(isJsonObject).map(toIssue);
  const asked = Array.isArray(missing) ? missing.filter(isJsonObject) : [];
  return asked.map(({ tool, param, choices }) => ({
    code: "MISSING_FIELD",
    pointer: "/goal",
    message: `${textOf(tool)} needs ${textOf(param)}`,
    ...(Array.isArray(choices) && choices.length > 0 && { hint: `One of: ${choices.map(textOf).join(", ")}.` }),
  }));
}

function toIssue({ code, pointer, message, hint }: JsonObject): Issue {
  const fields = { code: textOf(code), pointer: textOf(pointer), message: textOf(message) };
  return typeof hint === "string" ? { ...fields, hint } : fields;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
