import type { JobKey, Jobs, LeasedJob } from "../../ports/engine.ts";
import type { Tx } from "../../ports/store.ts";
import { jobColumns, toJob } from "../job-row.ts";
import type { PostgresDatabase } from "./database.ts";
import { type AddStatement, changesOne, type RecordedStatement } from "./rows.ts";
import type { Statement } from "./session.ts";

/**
 * Tolerated clock skew between machines: only jobs enqueued this far "later than now" prove that our clock went
 * backwards.
 */
export const skewMs = 60_000;

/** A lease that is stored with its job, for a worker that has started on the job before. */
export type ReservedLease = { lease: number; leaseMs: number; isStored: boolean };

/** What one commit does to jobs. */
export type JobChanges = {
  added: LeasedJob[];
  /** By lease, whether a released job was removed. */
  released: Map<number, boolean>;
  /** Leases that are stored with their jobs, by `jobName`. */
  reserved: Map<string, ReservedLease>;
};

type JobWritesParts = {
  done: JobChanges;
  /** Leases of jobs that are about to be stored, by `jobName`. */
  reservations: ReadonlyMap<string, ReservedLease>;
  /** Throws where the lease is being stored by another commit: the change must wait for it. */
  checkOrder: (lease: number) => void;
};

export function jobWrites(
  add: AddStatement,
  { done, reservations, checkOrder }: JobWritesParts,
): Pick<Tx, "enqueue" | "assertLeased" | "release"> {
  const collect: Statement["check"] = ({ rows }) => void done.added.push(...rows.map(toJob));
  return {
    enqueue(job, now) {
      const { queue, key, tenant, dueAt, priority = 0 } = job;
      const row = [queue, key, tenant, wholeMs(dueAt), wholeMs(now), priority];
      const of = { key: jobName(job), rows: "each" } as const;
      const reserved = reservations.get(jobName(job));
      if (reserved === undefined) return add({ ...of, sql: enqueueJobs, values: row, check: collect });
      done.reserved.set(jobName(job), reserved);
      add({ ...of, sql: insertHeld, values: [...row, reserved.lease, reserved.leaseMs], isNew: true });
    },
    assertLeased(job) {
      const { queue, key, lease } = job;
      if (lease === undefined) return;
      checkOrder(lease);
      const change: RecordedStatement["change"] = (row) => (row[leaseColumn] === lease ? row : undefined);
      const of = { key: jobName(job), rows: "each", check: leaseLost(job) } as const;
      add({ ...of, sql: lockHeld, values: [queue, key, lease], change });
    },
    release(job, next) {
      const { queue, key, version, lease } = job;
      if (lease !== undefined) checkOrder(lease);
      if (lease !== undefined && next === undefined)
        return add({
          key: jobName(job),
          rows: "each",
          sql: removeHeld,
          values: [queue, key, lease, version],
          covers: lockHeld,
          change(row) {
            if (row[leaseColumn] !== lease || version !== 1) return undefined;
            done.released.set(lease, true);
            return null;
          },
          check(result, rows) {
            // A missing row is a conflict too: the successor has finished the job.
            leaseLost(job)(result, rows);
            for (const row of result.rows) done.released.set(Number(row["lease"]), row["gone"] === true);
          },
        });
      const held = "SELECT 1 FROM jobs WHERE queue = $1 AND key = $2 AND coalesce(lease, 0) = $3 FOR UPDATE";
      const of = { key: jobName(job) };
      if (lease !== undefined) add({ ...of, sql: held, values: [queue, key, lease], check: leaseLost(job) });
      const which = "WHERE queue = $1 AND key = $2 AND version = $3";
      if (next === undefined) return add({ ...of, sql: `DELETE FROM jobs ${which}`, values: [queue, key, version] });
      add({
        ...of,
        sql: `UPDATE jobs SET due_at = $4, set_at = $5, version = version + 1 ${which} RETURNING ${jobColumns}`,
        values: [queue, key, version, wholeMs(next.dueAt), wholeMs(next.now)],
        check: collect,
      });
    },
  };
}

function leaseLost({ queue, key }: JobKey): NonNullable<Statement["check"]> {
  return changesOne(`job ${key} of ${queue} was taken over by another worker`);
}

export function jobName({ queue, key }: JobKey): string {
  return `job ${queue} ${key}`;
}

const enqueueJobs = `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version, priority)
  SELECT queue, key, tenant, due_at, set_at, 1, priority
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int[])
    AS given (queue, key, tenant, due_at, set_at, priority)
  ON CONFLICT (queue, key) DO UPDATE SET due_at = least(jobs.due_at, excluded.due_at), set_at = excluded.set_at,
    version = jobs.version + 1, dead_at = NULL, failures = CASE WHEN jobs.dead_at IS NULL THEN jobs.failures ELSE 0 END
  RETURNING ${jobColumns}`;

/** New jobs that this process started already: they are not announced. */
const insertHeld = `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version, priority, lease, held_until)
  SELECT queue, key, tenant, due_at, set_at, 1, priority, lease, clock_timestamp() + lease_ms * interval '1 millisecond'
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int[], $7::bigint[], $8::float8[])
    AS given (queue, key, tenant, due_at, set_at, priority, lease, lease_ms)`;

/** The place of the lease in a row of \`insertHeld\`. */
const leaseColumn = 6;

/**
 * The held jobs of the given names, locked in the order of their leases, so that two that lock many do not wait for each other. The lease is hidden
 * in an expression: a plan made while nothing was held must not read all that is held.
 */
const heldOf = (lock: string): string => `(SELECT * FROM given ORDER BY lease) AS given, LATERAL (
  SELECT 1 FROM jobs WHERE jobs.queue = given.queue AND jobs.key = given.key AND coalesce(jobs.lease, 0) = given.lease ${lock}) AS found`;

const lockHeld = `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS given (queue, key, lease))
  SELECT 1 FROM ${heldOf("FOR SHARE")}`;

/** Locks the jobs before it removes those that were not woken since. */
const removeHeld = `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) AS given (queue, key, lease, version)),
  held AS MATERIALIZED (SELECT given.* FROM ${heldOf("FOR UPDATE")}),
  gone AS (
    DELETE FROM jobs USING held WHERE jobs.queue = held.queue AND jobs.key = held.key AND jobs.version = held.version
    RETURNING jobs.lease)
  SELECT held.lease, gone.lease IS NOT NULL AS gone FROM held LEFT JOIN gone USING (lease)`;

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
