import type { Issue } from "./issue.ts";

/** What a boundary answers: the value, or everything that is wrong with it. */
export type CheckResult<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

export function refused(...issues: Issue[]): { ok: false; issues: Issue[] } {
  return { ok: false, issues };
}

/** The value. Throws an error that names every issue: for programs that cannot go on without it. */
export function unwrapOrThrow<T>(checked: CheckResult<T>): T {
  if (checked.ok) return checked.value;
  const lines = checked.issues.map(({ code, pointer, message }) => [code, pointer, message].filter(Boolean).join(" "));
  throw new Error(lines.join("\n"));
}
