import type { Jobs, LeasedJob } from "../../ports/engine.ts";
import type { Tx } from "../../ports/store.ts";
import { jobColumns, toJob } from "../job-row.ts";
import type { PostgresDatabase } from "./database.ts";
import { type AddStatement, changesOne } from "./rows.ts";
import type { Statement } from "./session.ts";

/**
 * Tolerated clock skew between machines: only jobs enqueued this far "later than now" prove that our clock went
 * backwards.
 */
export const skewMs = 60_000;

/** Jobs that a change enqueued, and by lease whether a released job was removed; collected again on each attempt. */
export type JobChanges = { added: LeasedJob[]; released: Map<number, boolean> };

export function jobWrites(
  add: AddStatement,
  { added, released: gone }: JobChanges,
): Pick<Tx, "enqueue" | "assertLeased" | "release"> {
  const collect: Statement["check"] = ({ rows }) => void added.push(...rows.map(toJob));
  return {
    enqueue: ({ queue, key, tenant, dueAt, priority = 0 }, now) =>
      add(
        `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version, priority) VALUES ($1, $2, $3, $4, $5, 1, $6)
         ON CONFLICT (queue, key) DO UPDATE SET due_at = least(jobs.due_at, excluded.due_at), set_at = excluded.set_at,
           version = jobs.version + 1, dead_at = NULL, failures = CASE WHEN jobs.dead_at IS NULL THEN jobs.failures ELSE 0 END
         RETURNING ${jobColumns}`,
        [queue, key, tenant, wholeMs(dueAt), wholeMs(now), priority],
        collect,
      ),
    assertLeased({ queue, key, lease }) {
      if (lease !== undefined)
        add(
          "SELECT 1 FROM jobs WHERE queue = $1 AND key = $2 AND lease = $3 FOR SHARE",
          [queue, key, lease],
          changesOne(`job ${key} of ${queue} was taken over by another worker`),
        );
    },
    release({ queue, key, version, lease }, next) {
      const isLost = changesOne(`job ${key} of ${queue} was taken over by another worker`);
      // A missing row is a conflict too: the successor has finished the job.
      const held = "SELECT 1 FROM jobs WHERE queue = $1 AND key = $2 AND lease = $3 FOR UPDATE";
      if (lease !== undefined && next === undefined)
        return add(
          `WITH held AS (${held}), gone AS (
             DELETE FROM jobs WHERE queue = $1 AND key = $2 AND version = $4 AND EXISTS (SELECT 1 FROM held) RETURNING 1)
           SELECT (SELECT count(*) FROM gone) AS gone FROM held`,
          [queue, key, lease, version],
          (result) => {
            isLost(result);
            gone.set(lease, Number(result.rows[0]?.["gone"]) > 0);
          },
        );
      if (lease !== undefined) add(held, [queue, key, lease], isLost);
      const which = "WHERE queue = $1 AND key = $2 AND version = $3";
      if (next === undefined) return add(`DELETE FROM jobs ${which}`, [queue, key, version]);
      add(
        `UPDATE jobs SET due_at = $4, set_at = $5, version = version + 1 ${which} RETURNING ${jobColumns}`,
        [queue, key, version, wholeMs(next.dueAt), wholeMs(next.now)],
        collect,
      );
    },
  };
}

/** When a job may run. */
export const ready = "greatest(due_at, rest_until)";

export const isFree = "dead_at IS NULL AND lease IS NULL";

const isDue = `${isFree} AND (${ready} <= $1 OR set_at > $1 + ${skewMs})`;

export function jobReads(db: PostgresDatabase): Omit<Jobs, "watch"> {
  return {
    async due(now, limit) {
      const due = `SELECT ${jobColumns} FROM (
        SELECT *, row_number() OVER (PARTITION BY queue, tenant ORDER BY priority DESC, ${ready}) AS place
        FROM jobs WHERE ${isDue} ORDER BY place, ${ready} LIMIT $2) AS due ORDER BY priority DESC, ${ready}`;
      return (await db.read(due, [wholeMs(now), limit])).map(toJob);
    },
    async depths(now) {
      const rows = await db.read(
        `SELECT queue, count(*) FILTER (WHERE ${isDue}) AS due, min(${ready}) FILTER (WHERE ${isDue}) AS oldest,
           count(*) FILTER (WHERE lease IS NOT NULL) AS running, count(*) FILTER (WHERE dead_at IS NOT NULL) AS dead
         FROM jobs WHERE lease IS NOT NULL OR dead_at IS NOT NULL OR ${isDue} GROUP BY queue ORDER BY queue`,
        [wholeMs(now)],
      );
      return rows.map((row) => ({
        queue: String(row["queue"]),
        due: Number(row["due"]),
        running: Number(row["running"]),
        dead: Number(row["dead"]),
        oldestDueAt: row["oldest"] === null ? undefined : Number(row["oldest"]),
      }));
    },
    async nextDueAt(now) {
      const next = `SELECT ${ready} AS at FROM jobs WHERE ${isFree} AND ${ready} > $1 ORDER BY ${ready} LIMIT 1`;
      const [row] = await db.read(next, [wholeMs(now)]);
      return row === undefined ? undefined : Number(row["at"]);
    },
  };
}

/** Rounds up to an integer, capped at the largest safe one. */
export function wholeMs(at: number): number {
  return Math.min(Math.ceil(at), Number.MAX_SAFE_INTEGER);
}
