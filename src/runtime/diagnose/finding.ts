/** The result of one check. `ok` is false for a problem. `fix` with `ok` is a recommendation. */
export type Finding = { name: string; ok: boolean; message: string; fix?: string };

export type FindingState = "ok" | "warn" | "bad";

export function findingState({ ok, fix }: Finding): FindingState {
  if (!ok) return "bad";
  return fix === undefined ? "ok" : "warn";
}
