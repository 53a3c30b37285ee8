import { type Fact, factKey } from "../../ports/fact.ts";
import type { Tx } from "../../ports/store.ts";
import { type AddStatement, changesOne } from "./rows.ts";

type AppendedFact = { runId: string; fact: Fact; at: number };

/** Runs and their plans. */
export function runWrites(add: AddStatement): Pick<Tx, "createRun" | "setRun"> {
  return {
    createRun(run, plan) {
      const { tenant, id, status, planHash } = run;
      const plans = "INSERT INTO plans (tenant, hash, plan) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
      add(plans, [tenant, planHash, JSON.stringify(plan)]);
      const runs = "INSERT INTO runs (tenant, id, status, record) VALUES ($1, $2, $3, $4)";
      add(runs, [tenant, id, status, JSON.stringify(run)]);
    },
    setRun: (run) =>
      add(
        `UPDATE runs SET status = $1, record = $2
         WHERE tenant = $3 AND id = $4 AND status IN ('queued', 'running', 'waiting')`,
        [run.status, JSON.stringify(run), run.tenant, run.id],
        changesOne(`run ${run.id} is not there or has ended`),
      ),
  };
}

/**
 * Appends the facts of one change in one statement. The run's lock is taken first, so that within a run the order of
 * `seq` is the commit order: following a journal by its last `seq` misses nothing.
 */
export function addFacts(add: AddStatement, facts: readonly AppendedFact[]): void {
  if (facts.length === 0) return;
  const runs = [...new Set(facts.map(({ runId }) => runId))].toSorted();
  const lock = "SELECT pg_advisory_xact_lock(hashtext('planwright journal'), hashtext($1))";
  if (runs.length > 1) for (const runId of runs) add(lock, [runId]);
  // The number of an entry is drawn after the lock: a row of the insert needs the row of the lock.
  const locked =
    "(SELECT pg_advisory_xact_lock(hashtext('planwright journal'), hashtext(($1::text[])[1])) OFFSET 0) AS locked";
  add(
    `INSERT INTO journal (run_id, key, at, fact) SELECT run_id, key, at, fact
     FROM ${locked}, unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY AS f (run_id, key, at, fact, place)
     ORDER BY place`,
    [
      facts.map(({ runId }) => runId),
      facts.map(({ fact }) => factKey(fact)),
      facts.map(({ at }) => at),
      facts.map(({ fact }) => JSON.stringify(fact)),
    ],
  );
}
