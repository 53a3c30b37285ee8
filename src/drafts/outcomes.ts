import { timestampOf } from "../contracts/timestamp.ts";
import type { ActionOutcome } from "../contracts/actions/draft.ts";
import type { ResultRow } from "../contracts/structured/results.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { RunView } from "../runs/run-view.ts";
import type { StoredAction } from "./stored-draft.ts";

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

/** The error codes that people see when an action fails. */
type PersonCode = "FORBIDDEN" | "CONFIG_MISSING" | "INVALID_INPUT" | "DEPENDENCY_DOWN" | "RATE_LIMITED" | "INTERNAL";

const table: Readonly<Record<string, PersonCode>> = {
  denied: "FORBIDDEN",
  needs_approval: "FORBIDDEN",
  address_refused: "FORBIDDEN",
  unknown_verb: "CONFIG_MISSING",
  manifest_unpinned: "CONFIG_MISSING",
  manifest_drift: "CONFIG_MISSING",
  login_required: "CONFIG_MISSING",
  incompatible: "CONFIG_MISSING",
  invalid_call: "INTERNAL",
  invalid_output: "INTERNAL",
  output_too_large: "INTERNAL",
  rate_limited: "RATE_LIMITED",
  unavailable: "DEPENDENCY_DOWN",
  timeout: "DEPENDENCY_DOWN",
  connection_lost: "DEPENDENCY_DOWN",
  upstream_error: "DEPENDENCY_DOWN",
  tool_crashed: "DEPENDENCY_DOWN",
  answer_lost: "DEPENDENCY_DOWN",
  canceled: "DEPENDENCY_DOWN",
  not_sent: "DEPENDENCY_DOWN",
};

/** Maps codes of the router and of runs to those that people see. A tool's own code means invalid input. */
function personCode(code: string): PersonCode {
  return Object.hasOwn(table, code) ? (table[code] ?? "INTERNAL") : "INVALID_INPUT";
}
