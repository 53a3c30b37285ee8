/** One thing that a running Planwright depends on. Not in order: `ok` is false. In order, but worth a step: `mend` names it. */
export type Finding = { name: string; ok: boolean; says: string; mend?: string };

export type FindingState = "ok" | "warn" | "bad";

export function stateOf({ ok, mend }: Finding): FindingState {
  if (!ok) return "bad";
  return mend === undefined ? "ok" : "warn";
}
