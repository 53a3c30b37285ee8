import type { DeadJob, DeadJobs, HeldJob, Leases } from "../../ports/engine.ts";
import type { PostgresDatabase } from "./database.ts";
import { skewMs, toJob, wholeMs } from "./job-table.ts";
import { fromWord } from "./job-words.ts";
import type { Row } from "./session.ts";

const held = "jobs.queue, jobs.key, jobs.tenant, jobs.due_at, jobs.version, jobs.lease, jobs.failures";

/**
 * Rows that another worker is about to take are skipped, not waited for. A job with a lease that has run out was somebody's:
 * it is handed out as a new version, so that whoever still works on it can tell.
 */
const takeWhere = (due: string): string => `
UPDATE jobs SET lease = nextval('job_leases'), held_until = clock_timestamp() + $3 * interval '1 millisecond',
  version = jobs.version + CASE WHEN jobs.lease IS NULL THEN 0 ELSE 1 END
FROM (
  SELECT queue, key FROM jobs WHERE dead_at IS NULL AND ${due} AND queue = ANY($1)
  AND (held_until IS NULL OR held_until < clock_timestamp())
  ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED
) AS due WHERE jobs.queue = due.queue AND jobs.key = due.key RETURNING ${held}`;

const takeDue = takeWhere("due_at <= $2 AND rest_until <= $2");
const takeSetLater = takeWhere(`due_at > $2 AND set_at > $2 + ${skewMs}`);

/** How often to look for jobs that were put in "later than now". */
const lookBackMs = 60_000;

/** Jobs of one database shared among workers. */
export function createPostgresLeases(db: PostgresDatabase): Leases {
  let lookedBackAt = Number.NEGATIVE_INFINITY;
  // One statement each, and one round trip. Whatever is lost on the way comes back when a lease runs out.
  const run = (sql: string, values: readonly unknown[]): Promise<Row[]> => db.read(sql, values);
  return {
    async take({ queues, now, limit, holdMs }) {
      const rows = await run(takeDue, [queues, now, holdMs, limit]);
      if (Math.abs(now - lookedBackAt) >= lookBackMs && rows.length < limit) {
        lookedBackAt = now;
        rows.push(...(await run(takeSetLater, [queues, now, holdMs, limit - rows.length])));
      }
      return rows.map(toHeld).toSorted((a, b) => a.dueAt - b.dueAt);
    },
    async hold(leases, holdMs) {
      const rows = await run(
        `UPDATE jobs SET held_until = clock_timestamp() + $2 * interval '1 millisecond'
         WHERE lease = ANY($1) RETURNING ${held}`,
        [leases, holdMs],
      );
      return rows.map(toHeld);
    },
    async end({ queue, key, lease, version }, { restUntil, failure }) {
      const { error = null, now = 0, isLast = false } = failure ?? {};
      await run(
        `UPDATE jobs SET lease = NULL, held_until = NULL, error = $6, version = version + 1,
         failures = CASE WHEN $6::text IS NULL THEN 0 ELSE failures + 1 END,
         rest_until = CASE WHEN $6::text IS NULL AND version > $4 THEN 0 ELSE $5::bigint END, dead_at = $7::bigint
         WHERE queue = $1 AND key = $2 AND lease = $3`,
        [queue, key, lease, version, wholeMs(restUntil), error, isLast ? now : null],
      );
    },
    watch: (call) =>
      db.listen((words) => {
        if (words.length === 0) call();
        for (const word of words) call(fromWord(word));
      }),
  };
}

/** The jobs that were given up, and the way back. */
export function createPostgresDeadJobs(db: PostgresDatabase): DeadJobs {
  return {
    async list(limit) {
      const rows = await db.read(
        `SELECT queue, key, tenant, failures, error, dead_at FROM jobs WHERE dead_at IS NOT NULL
         ORDER BY dead_at DESC LIMIT $1`,
        [limit],
      );
      return rows.map(toDead);
    },
    async revive({ queue, key }, now) {
      const rows = await db.transact((session) =>
        session.query(
          `UPDATE jobs SET dead_at = NULL, failures = 0, rest_until = 0, due_at = least(due_at, $3), set_at = $3
           WHERE queue = $1 AND key = $2 AND dead_at IS NOT NULL RETURNING key`,
          [queue, key, now],
        ),
      );
      return rows.length > 0;
    },
  };
}

function toHeld(row: Row): HeldJob {
  return { ...toJob(row), lease: Number(row["lease"]), failures: Number(row["failures"]) };
}

function toDead(row: Row): DeadJob {
  return {
    queue: String(row["queue"]),
    key: String(row["key"]),
    tenant: String(row["tenant"]),
    failures: Number(row["failures"]),
    error: String(row["error"] ?? ""),
    deadAt: Number(row["dead_at"]),
  };
}
