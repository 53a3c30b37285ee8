import type { Issue } from "./issue.ts";
import { type IssueCode, issueCodes } from "./issue-codes.ts";

/** Maximum number of issues listed for one document. */
export const maxIssues = 100;

/** Maximum number of issues that the rules of a plan list. */
export const maxRuleIssues = 1_000;

/** Adds to the list up to `maxIssues`, then adds TOO_MANY_ISSUES once. */
export function addIssue(issues: Issue[], code: IssueCode, pointer: string): void {
  if (issues.length < maxIssues) issues.push(createIssue(code, pointer));
  else if (issues.length === maxIssues) issues.push(createIssue("TOO_MANY_ISSUES", ""));
}

/**
 * An issue with the message of the table, or a more exact one from the caller. An unpaired surrogate in a key shows as
 * U+FFFD, so that the issue itself is valid JSON.
 */
export function createIssue(code: IssueCode, pointer: string, exact: { message?: string; hint?: string } = {}): Issue {
  const { title, hint } = issueCodes[code];
  return { code, pointer: pointer.toWellFormed(), message: title, hint, ...exact };
}
