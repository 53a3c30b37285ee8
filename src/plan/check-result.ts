import type { Issue } from "./issue.ts";

/** The result of a check: the value, or every issue found in it. */
export type CheckResult<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

export function refused(...issues: Issue[]): { ok: false; issues: Issue[] } {
  return { ok: false, issues };
}

/** Returns the value, or throws an error that lists every issue. */
export function unwrapOrThrow<T>(checked: CheckResult<T>): T {
  if (checked.ok) return checked.value;
  const lines = checked.issues.map(({ code, pointer, message }) => [code, pointer, message].filter(Boolean).join(" "));
  throw new Error(lines.join("\n"));
}
