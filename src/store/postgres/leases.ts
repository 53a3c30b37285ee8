import type {
  DeadJob,
  DeadJobs,
  DeliveredLeases,
  HeldJob,
  JobOutcome,
  LeaseRequest,
  PlacedJob,
} from "../../ports/engine.ts";
import { byPriority, type LaneLimits } from "../../ports/lanes.ts";
import { chooseOf, claimFree, claimOf, maxLanes } from "./claim.ts";
import type { PostgresDatabase } from "./database.ts";
import { toJob } from "../job-row.ts";
import { jobName, type ReservedLease, wholeMs } from "./job-table.ts";
import { fromJobPayload } from "./job-payload.ts";
import type { PostgresRow } from "./session.ts";

const held = "jobs.queue, jobs.key, jobs.tenant, jobs.due_at, jobs.version, jobs.priority, jobs.lease, jobs.failures";

const [claimDue, claimSetLater, claimNamed] = [claimOf("due"), claimOf("setLater"), claimOf("named")];
const [chooseDue, chooseSetLater] = [chooseOf("due"), chooseOf("setLater")];

/** Locked in the order of the leases, as by `assertLeased`: neither waits for the other in a circle. */
const renewHeld = `WITH own AS (SELECT lease FROM jobs WHERE lease = ANY($1) ORDER BY lease FOR NO KEY UPDATE)
  UPDATE jobs SET held_until = clock_timestamp() + $2 * interval '1 millisecond'
  FROM own WHERE jobs.lease = own.lease AND held_until >= clock_timestamp() RETURNING ${held}`;

/** How often to check for jobs enqueued "later than now". */
const skewCheckMs = 60_000;

const claimLock = "hashtext('planwright jobs'), hashtext(current_schema())";

/**
 * Leases on the jobs of a shared database. With lane limits, claims are serialised so that each sees the previous ones;
 * otherwise they run concurrently.
 */
export function createPostgresLeases(db: PostgresDatabase, limits: LaneLimits = {}): DeliveredLeases {
  const { perTenant = null, tenants = {} } = limits;
  const most = [perTenant, Object.keys(tenants), Object.values(tenants)];
  const isLimited = perTenant !== null || Object.keys(tenants).length > 0;
  // A lost answer resolves itself when the lease expires.
  const run = (sql: string, values: readonly unknown[], mode: "" | "_shared" = ""): Promise<PostgresRow[]> => {
    const turn = { sql: `SELECT pg_advisory_xact_lock${mode}(${claimLock})`, values: [] };
    if (isLimited) return db.writeOnce([turn, { sql, values }]);
    // It finds jobs by their keys, so its plan may be kept. Those that look for jobs depend on how many wait.
    return sql === claimFree ? db.writeOnce([{ sql, values }], { byKey: true }) : db.read(sql, values);
  };
  const cursor = createLaneCursor();
  const claim = async (sql: string, { queues, now, limit, leaseMs }: LeaseRequest): Promise<HeldJob[]> => {
    const rows = await run(sql, [queues, now, leaseMs, limit, ...most, ...cursor.from()]);
    if (sql === claimDue) cursor.note(rows[0]);
    return rows.filter(({ key }) => key !== null).map(toHeldJob);
  };
  let skewCheckedAt = Number.NEGATIVE_INFINITY;
  return {
    hasLimits: isLimited,
    async acquire(taking) {
      const { now, limit } = taking;
      const jobs = await claim(claimDue, taking);
      if (Math.abs(now - skewCheckedAt) >= skewCheckMs && jobs.length < limit) {
        skewCheckedAt = now;
        jobs.push(...(await claim(claimSetLater, { ...taking, limit: limit - jobs.length })));
      }
      return jobs.toSorted(byPriority);
    },
    async acquireNamed(named, { now, leaseMs }) {
      const [queues, keys] = [named.map(({ queue }) => queue), named.map(({ key }) => key)];
      const rows = isLimited
        ? await run(claimNamed, [queues, now, leaseMs, named.length, ...most, keys])
        : await run(claimFree, [queues, keys, now, leaseMs]);
      return rows.filter(({ key }) => key !== null).map(toHeldJob);
    },
    reserve: createReserve(db),
    choose: createChoose(db, most),
    async renew(leases, leaseMs) {
      return (await run(renewHeld, [leases, leaseMs], "_shared")).map(toHeldJob);
    },
    finish: (job, outcome) => finishJob(db, job, outcome),
    watch: (call) =>
      db.listen("job", (words) => {
        if (words.length === 0) call();
        for (const word of words) call(fromJobPayload(word));
      }),
  };
}

/** Lease numbers drawn at once, ahead of their use. */
const drawnAtOnce = 256;

function createReserve(db: PostgresDatabase): DeliveredLeases["reserve"] {
  const spare: number[] = [];
  let drawing: Promise<unknown> | undefined;
  const drawLeases = async (): Promise<void> => {
    const sql = "SELECT nextval('job_leases') AS lease FROM generate_series(1, $1)";
    const rows = await db.read(sql, [drawnAtOnce]).catch(() => []);
    spare.push(...rows.map(({ lease }) => Number(lease)));
    drawing = undefined;
  };
  return (job, leaseMs) => {
    if (spare.length < drawnAtOnce / 2) drawing ??= drawLeases();
    const lease = spare.pop();
    if (lease === undefined) return undefined;
    const reserved: ReservedLease = { lease, leaseMs, isStored: false };
    db.reservedLeases.set(jobName(job), reserved);
    return reserved;
  };
}

/** The jobs that a claim would take. */
function createChoose(db: PostgresDatabase, most: readonly unknown[]): DeliveredLeases["choose"] {
  const cursor = createLaneCursor();
  let skewCheckedAt = Number.NEGATIVE_INFINITY;
  return async ({ queues, now, limit, leaseMs }) => {
    const read = (sql: string, from: LanePosition): Promise<PostgresRow[]> =>
      db.read(sql, [queues, now, leaseMs, limit, ...most, ...from]);
    const rows = await read(chooseDue, cursor.from());
    cursor.note(rows[0]);
    const placed = rows.filter(({ key }) => key !== null);
    if (Math.abs(now - skewCheckedAt) >= skewCheckMs && placed.length < limit) {
      skewCheckedAt = now;
      const skewed = await read(chooseSetLater, firstLane);
      placed.push(...skewed.filter(({ key }) => key !== null));
    }
    return placed.map(toPlacedJob);
  };
}

async function finishJob(db: PostgresDatabase, job: HeldJob, outcome: JobOutcome): Promise<void> {
  const { queue, key, lease, version } = job;
  const { retryAt: restUntil, failure } = outcome;
  if (db.releasedLeases.delete(lease)) return;
  const { error = null, now = 0, isLast = false } = failure ?? {};
  await db.read(
    `UPDATE jobs SET lease = NULL, held_until = NULL, error = $6, version = version + 1,
       failures = CASE WHEN $6::text IS NULL THEN 0 ELSE failures + 1 END,
       rest_until = CASE WHEN $6::text IS NULL AND version > $4 THEN 0 ELSE $5::bigint END, dead_at = $7::bigint
       WHERE queue = $1 AND key = $2 AND lease = $3`,
    [queue, key, lease, version, wholeMs(restUntil), error, isLast ? now : null],
  );
}

type LanePosition = readonly [queue: string, tenant: string, priority: number];

/** Before all lanes. */
const firstLane: LanePosition = ["", "", 0];

/** The lane where the next claim continues; wraps around at the end. */
function createLaneCursor(): { from(): LanePosition; note(row: PostgresRow | undefined): void } {
  let after = firstLane;
  return {
    from: () => after,
    note(row) {
      const isCut = Number(row?.["lanes"]) === maxLanes;
      after = isCut
        ? [String(row?.["last_queue"]), String(row?.["last_tenant"]), Number(row?.["last_priority"])]
        : firstLane;
    },
  };
}

/** Dead jobs and how to revive them. */
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
    async reviveAll({ queue, now }) {
      const rows = await db.transact((session) =>
        session.query(
          `UPDATE jobs SET dead_at = NULL, failures = 0, rest_until = 0, due_at = least(due_at, $2), set_at = $2
           WHERE dead_at IS NOT NULL AND ($1::text IS NULL OR queue = $1) RETURNING key`,
          [queue ?? null, now],
        ),
      );
      return rows.length;
    },
  };
}

function toPlacedJob(row: PostgresRow): PlacedJob {
  return {
    queue: String(row["queue"]),
    key: String(row["key"]),
    tenant: String(row["tenant"]),
    place: Number(row["place"]),
    readyAt: Number(row["ready"]),
  };
}

function toHeldJob(row: PostgresRow): HeldJob {
  return { ...toJob(row), lease: Number(row["lease"]), failures: Number(row["failures"]) };
}

function toDead(row: PostgresRow): DeadJob {
  return {
    queue: String(row["queue"]),
    key: String(row["key"]),
    tenant: String(row["tenant"]),
    failures: Number(row["failures"]),
    error: String(row["error"] ?? ""),
    deadAt: Number(row["dead_at"]),
  };
}
