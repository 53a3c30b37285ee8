import { timestampOf } from "../contracts/timestamp.ts";
import { z } from "zod";
import type { ActionOutcome } from "../contracts/actions/draft.ts";
import { actionId, toPlan } from "../contracts/actions/mapping.ts";
import type { ActionPlan } from "../contracts/actions/plan.ts";
import type { QueryRow, QueryView } from "../contracts/api/drafts.ts";
import { viewRun } from "../runs/run-view.ts";
import type { DraftDeps } from "./draft-deps.ts";
import type { Actor, QueryLogRequest } from "./drafts.ts";
import { withOutcomes } from "./outcomes.ts";
import type { StoredAction } from "./stored-draft.ts";

/** Who asked what, and the run that answered it. */
export const queryKind = "drafts.query";
const StoredQuery = z.strictObject({
  by: z.string(),
  at: z.int(),
  runId: z.string(),
  planId: z.string(),
  summary: z.string(),
  text: z.string(),
});

type QueryRequest = { tenant: string; by: Actor; plan: ActionPlan; signal: AbortSignal };

/** Rule 2: a plan that only reads runs at once; the log entry is written in the transaction that starts it. */
export async function runQuery(deps: DraftDeps, { tenant, by, plan, signal }: QueryRequest): Promise<QueryView> {
  const { store, runs, clock, ids } = deps;
  const id = ids.next();
  const at = clock.now();
  const made = await runs.create({
    tenant,
    plan: toPlan(plan),
    caller: by.id,
    inTransaction(tx, run) {
      const { plan_id, summary, inputs } = plan;
      const body = { by: by.id, at, runId: run.id, planId: plan_id, summary, text: inputs.raw_text };
      tx.putRecord({ tenant, kind: queryKind, id, group: by.id, body }, 0);
    },
  });
  if (!made.ok) throw new Error(`a plan past the gate was refused: ${made.issues[0]?.message ?? ""}`);
  const runId = made.value.id;
  await runs.settled({ tenant, runId }, signal);
  const view = await viewRun(store, { tenant, runId });
  const outcomes =
    view === undefined ? [] : withOutcomes(toStoredActions(plan), view, []).map(({ outcome }) => outcome);
  return { query_id: id, run_id: runId, by: by.id, at: timestampOf(at), plan, outcomes };
}

/** The log of queries, newest first. */
export async function listQueries(
  { store }: Pick<DraftDeps, "store">,
  { tenant, by, ...page }: QueryLogRequest,
): Promise<QueryRow[]> {
  const group = by === undefined ? {} : { group: by };
  return (await store.records({ tenant, kind: queryKind, ...group, ...page })).map(({ id, body }) => {
    const { by: who, at, runId, planId, summary, text } = StoredQuery.parse(body);
    return { query_id: id, run_id: runId, by: who, at: timestampOf(at), plan_id: planId, summary, text };
  });
}

/** A query needs only the outcomes. */
function toStoredActions({ actions }: ActionPlan): StoredAction[] {
  const outcome: ActionOutcome = { status: "PENDING" };
  return actions.map((action, at) => ({ id: actionId(at), action, hash: "", writes: false, preview: null, outcome }));
}
