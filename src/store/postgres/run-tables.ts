import type { Plan } from "../../plan/plan.ts";
import { type Entry, type Fact, factKey } from "../../ports/fact.ts";
import type { Run } from "../../ports/run.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { PostgresDatabase } from "./database.ts";
import { type AddStatement, changesOne, fromFirst, fromRows } from "./rows.ts";
import { parseStored } from "../stored-json.ts";

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

export function runReads(db: PostgresDatabase): Pick<Store, "run" | "runs" | "plan" | "journal"> {
  return {
    run: async (tenant, id) =>
      fromFirst<Run | undefined>(
        await db.read("SELECT record FROM runs WHERE tenant = $1 AND id = $2", [tenant, id]),
        undefined,
      ),
    async runs({ tenant, before, status, limit }) {
      const filter = status === undefined ? "" : "AND status = $4";
      const values = [tenant, before ?? null, limit, ...(status === undefined ? [] : [status])];
      const page = `SELECT record FROM runs WHERE tenant = $1 AND ($2::text IS NULL OR id < $2) ${filter}
        ORDER BY id DESC LIMIT $3`;
      return fromRows<Run>(await db.read(page, values));
    },
    plan: async (tenant, hash) =>
      fromFirst<Plan | undefined>(
        await db.read("SELECT plan AS record FROM plans WHERE tenant = $1 AND hash = $2", [tenant, hash]),
        undefined,
      ),
    async journal(tenant, runId, afterSeq = 0) {
      const rows = await db.read(
        `SELECT seq, key, at, fact FROM journal WHERE run_id = $1 AND seq > $2
         AND EXISTS (SELECT 1 FROM runs WHERE tenant = $3 AND id = $1) ORDER BY seq`,
        [runId, afterSeq, tenant],
      );
      return rows.map((row): Entry => ({
        seq: Number(row["seq"]),
        key: String(row["key"]),
        at: Number(row["at"]),
        fact: parseStored<Fact>(row["fact"]),
      }));
    },
  };
}
