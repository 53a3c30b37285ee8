import { timestampOf } from "../contracts/timestamp.ts";
import type { ActionOutcome } from "../contracts/actions/draft.ts";
import type { ResultRow } from "../contracts/structured/results.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { RunView } from "../runs/run-view.ts";
import type { StoredAction } from "./stored-draft.ts";
import { personCode } from "./texts/person-code.ts";

/** Reasons of rows that sent nothing: unfinished, or ended before their turn. */
const notSentReasons: ReadonlySet<string | null> = new Set(["running", "pending", "aborted", "cancelled"]);

/** The actions with the outcomes of the run so far; actions outside the run are unchanged. */
export function withOutcomes(
  actions: readonly StoredAction[],
  view: Pick<RunView, "rows" | "journal" | "waits">,
  effects: readonly EffectRecord[],
): StoredAction[] {
  const rows = new Map(view.rows.map((row) => [row.step_id, row]));
  const doubtful = new Set(effects.filter(({ state }) => state === "unknown").map(({ unit }) => unit));
  return actions.map((kept) => {
    const row = rows.get(kept.id);
    if (row === undefined) return kept;
    return { ...kept, outcome: outcomeOf(row, lastFactAt(kept.id, view), doubtful.has(`step:${kept.id}`)) };
  });
}

/** An effect that may have happened is `UNKNOWN`, whatever the step reports. */
function outcomeOf(row: ResultRow, at: string | undefined, isDoubtful: boolean): ActionOutcome {
  if (row.ok && at !== undefined) {
    const reused = row.reused === undefined ? {} : { reused: row.reused.run_id };
    return { status: "SUCCEEDED", at, output: row.output ?? null, ...reused };
  }
  if (at === undefined) return { status: "PENDING" };
  if (isDoubtful) return { status: "UNKNOWN", at };
  if (notSentReasons.has(row.reason)) return { status: "PENDING" };
  const code = personCode(row.reason ?? "");
  return { status: "FAILED", at, code, message: row.error ?? row.reason ?? "" };
}

function lastFactAt(step: string, { journal }: Pick<RunView, "journal">): string | undefined {
  const last = journal.findLast(({ fact }) => fact.kind !== "cancel" && fact.step === step);
  return last === undefined ? undefined : timestampOf(last.at);
}
