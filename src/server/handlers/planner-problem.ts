import { PlanwrightError } from "../../contracts/errors.ts";
import type { Issue } from "../../plan/issue.ts";
import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import { isPlannerError } from "../../ports/planner.ts";
import type { PlannerError } from "../../contracts/determinism/planner.ts";

/** Throws a planner's error as the problem with the same code, with its issues under `errors`. */
export function unwrapOrThrow<T extends object>(answer: T | PlannerError): T {
  if (!isPlannerError(answer)) return answer;
  // Contract 4 has no code for an exhausted budget; our own table has one.
  const code = answer.details["reason"] === "budget" ? "BUDGET_EXHAUSTED" : answer.code;
  const { message, retryable, details } = answer;
  throw new PlanwrightError(code, { message, issues: issuesIn(details), planner: { retryable, details } });
}

function issuesIn({ issues, missing }: JsonObject): Issue[] {
  if (Array.isArray(issues)) return issues.filter(isJsonObject).map(toIssue);
  const fields = Array.isArray(missing) ? missing.filter(isJsonObject) : [];
  return fields.map(({ tool, param, choices }) => ({
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
