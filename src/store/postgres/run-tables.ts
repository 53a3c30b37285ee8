import { type Fact, factKey } from "../../ports/fact.ts";
import type { Tx } from "../../ports/store.ts";
import { type AddStatement, changesOne, type RecordedStatement } from "./rows.ts";

/** A run of another status has ended. */
const openStatuses = ["queued", "running", "waiting"];

/** An expression, so that a plan made for a small table does not look up all open runs by the index of the status. */
const isOpen = `(runs.status || '') IN (${openStatuses.map((status) => `'${status}'`).join(", ")})`;

/** Runs and their plans. */
export function runWrites(add: AddStatement): Pick<Tx, "createRun" | "setRun"> {
  return {
    createRun(run, plan) {
      const { tenant, id, status, planHash } = run;
      add({
        key: `plan ${tenant} ${planHash}`,
        rows: "once",
        // Sorted: concurrent changes with the same plans wait for one another in the same order.
        sql: `INSERT INTO plans (tenant, hash, plan) SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS given
          ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
        values: [tenant, planHash, JSON.stringify(plan)],
      });
      add({
        key: `run ${id}`,
        rows: "each",
        isNew: true,
        sql: `INSERT INTO runs (tenant, id, status, record)
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
        values: [tenant, id, status, JSON.stringify(run)],
      });
    },
    setRun: (run) =>
      add({
        key: `run ${run.id}`,
        rows: "each",
        sql: `UPDATE runs SET status = given.status, record = given.record
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS given (tenant, id, status, record)
          WHERE runs.tenant = given.tenant AND runs.id = given.id AND ${isOpen}`,
        values: [run.tenant, run.id, run.status, JSON.stringify(run)],
        change: ([, , status]) =>
          openStatuses.includes(String(status)) ? [run.tenant, run.id, run.status, JSON.stringify(run)] : undefined,
        check: changesOne(`run ${run.id} is not there or has ended`),
      }),
  };
}

/**
 * One row of the journal. The locks of the runs are taken first, so that within a run the order of `seq` is the commit order:
 * following a journal by its last `seq` misses nothing.
 */
export function factRow(runId: string, fact: Fact, at: number): RecordedStatement {
  const key = factKey(fact);
  return {
    key: `fact ${runId} ${key}`,
    rows: "each",
    // The numbers of the entries are drawn after the locks: the insert needs their count.
    sql: `INSERT INTO journal (run_id, key, at, fact)
      WITH locked AS MATERIALIZED (
        SELECT count(pg_advisory_xact_lock(hashtext('planwright journal'), hashtext(run_id))) AS runs
        FROM (SELECT DISTINCT run_id FROM unnest($1::text[]) AS each (run_id) ORDER BY run_id) AS ordered)
      SELECT run_id, key, at, fact
      FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY AS given (run_id, key, at, fact, place)
      WHERE (SELECT runs FROM locked) > 0 ORDER BY place`,
    values: [runId, key, at, JSON.stringify(fact)],
  };
}
