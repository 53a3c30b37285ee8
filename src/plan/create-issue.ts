import type { Issue } from "./issue.ts";
import { type IssueCode, issueCodes } from "./issue-codes.ts";

/** At most this many issues of one document are listed: more help nobody, and their pointers cost time and room. */
export const maxIssues = 100;

/** Adds to the list while there is room, then says once that there was more. */
export function addIssue(issues: Issue[], code: IssueCode, pointer: string): void {
  if (issues.length < maxIssues) issues.push(createIssue(code, pointer));
  else if (issues.length === maxIssues) issues.push(createIssue("TOO_MANY_ISSUES", ""));
}

/**
 * An issue in the words of the table, with more exact ones where the caller has them. A key that holds half a character
 * is shown with U+FFFD, so that the issue itself can be written down.
 */
export function createIssue(code: IssueCode, pointer: string, exact: { message?: string; hint?: string } = {}): Issue {
  const { title, hint } = issueCodes[code];
  return { code, pointer: pointer.toWellFormed(), message: title, hint, ...exact };
}
