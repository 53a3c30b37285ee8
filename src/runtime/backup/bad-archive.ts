import type { Issue } from "../../plan/issue.ts";

/** Thrown while an archive is read, to undo what was begun with it; it ends as an Issue. */
export class BadArchive extends Error {
  override name = "BadArchive";
  readonly issue: Issue;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.issue = { code, pointer: "", message, ...(hint !== undefined && { hint }) };
  }
}
