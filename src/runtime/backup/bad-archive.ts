import { compact } from "../../plan/compact.ts";
import type { Issue } from "../../plan/issue.ts";

/** Thrown while reading an archive, to roll back the restore. Reported as an Issue. */
export class BadArchive extends Error {
  override name = "BadArchive";
  readonly issue: Issue;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.issue = compact({ code, pointer: "", message, hint });
  }
}
