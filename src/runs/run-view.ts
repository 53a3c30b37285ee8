import type { MetaRow, ResultRow } from "../contracts/structured/results.ts";
import { refused } from "../plan/check-result.ts";
import { createIssue } from "../plan/create-issue.ts";
import type { Plan } from "../plan/plan.ts";
import type { Entry } from "../ports/fact.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import type { Store } from "../ports/store.ts";
import type { Wait } from "../ports/wait.ts";
import { fold } from "./fold.ts";
import { undoneRows } from "./undo.ts";
import { metaRow, resultRows, type UnfinishedStatus } from "./result-rows.ts";

/** A run with its plan, results, waits and journal. */
export type RunView = { run: Run; plan: Plan; rows: ResultRow[]; meta: MetaRow; waits: Wait[]; journal: Entry[] };

export async function viewRun(
  store: Store,
  { tenant, runId }: { tenant: string; runId: string },
): Promise<RunView | undefined> {
  const run = await store.run(tenant, runId);
  const plan = run === undefined ? undefined : await store.plan(tenant, run.planHash);
  if (run === undefined || plan === undefined) return undefined;
  const journal = await store.journal(tenant, runId);
  const state = fold(runId, plan, journal);
  const undone = undoneRows(state);
  const rows = resultRows(state, unfinishedIn(run)).map((row) => {
    const list = undone.get(row.step_id);
    return list === undefined ? row : { ...row, undone: list };
  });
  return { run, plan, rows, meta: metaRow(rows), waits: await store.waits(tenant, { runId }), journal };
}

/** While an operator is asked, the remaining steps count as skipped, pending the decision. */
function unfinishedIn(run: Run): UnfinishedStatus {
  if (run.status === "cancelled") return "cancelled";
  if (hasEnded(run)) return "aborted";
  return run.status === "waiting" ? "pending" : "running";
}

/** Writes of a Draft run only when a person applies it. */
export function appliesDraft({ run }: { run: Run }): ReturnType<typeof refused> | undefined {
  if (run.origin.kind !== "draft") return undefined;
  const message = `the run applies the Draft ${run.origin.draftId}`;
  return refused(createIssue("DRAFT_REQUIRED", "", { message, hint: "Apply the Draft again, or rebuild it." }));
}

export function noSuchRun(runId: string): ReturnType<typeof refused> {
  return refused({
    code: "RUN_NOT_FOUND",
    pointer: "",
    message: `run ${runId} does not exist`,
    hint: "List runs with planwright runs list.",
  });
}
