import type { Issue } from "./issue.ts";

/** What a boundary answers: the value, or everything that is wrong with it. */
export type Checked<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

export function refused(...issues: Issue[]): { ok: false; issues: Issue[] } {
  return { ok: false, issues };
}
