import type { DeadJob, DeadJobs, HeldJob, Leases, Taking } from "../../ports/engine.ts";
import type { LaneLimits } from "../../ports/lanes.ts";
import { claimOf, mostLanes } from "./claim.ts";
import type { PostgresDatabase } from "./database.ts";
import { toJob, wholeMs } from "./job-table.ts";
import { fromWord } from "./job-words.ts";
import type { Row, Statement } from "./session.ts";

const held = "jobs.queue, jobs.key, jobs.tenant, jobs.due_at, jobs.version, jobs.lease, jobs.failures";

const [claimDue, claimSetLater] = [claimOf("due"), claimOf("setLater")];

/** How often to look for jobs that were put in "later than now". */
const lookBackMs = 60_000;

const oneByOne = "hashtext('planwright jobs'), hashtext(current_schema())";

/**
 * Jobs of one database shared among workers. Where a lane has a limit, claims are made one after the other, each seeing
 * what those before it took; otherwise all at once.
 */
export function createPostgresLeases(db: PostgresDatabase, limits: LaneLimits = {}): Leases {
  const { perTenant = null, tenants = {} } = limits;
  const most = [perTenant, Object.keys(tenants), Object.values(tenants)];
  const isLimited = perTenant !== null || Object.keys(tenants).length > 0;
  // Whatever is lost on the way comes back when a lease runs out.
  const run = (sql: string, values: readonly unknown[], mode: "" | "_shared" = ""): Promise<Row[]> =>
    isLimited ? inTurn(db, `SELECT pg_advisory_xact_lock${mode}(${oneByOne})`, { sql, values }) : db.read(sql, values);
  const walk = createWalk();
  const claim = async (sql: string, { queues, now, limit, holdMs }: Taking): Promise<HeldJob[]> => {
    const rows = await run(sql, [queues, now, holdMs, limit, ...most, ...walk.from()]);
    if (sql === claimDue) walk.note(rows[0]);
    return rows.filter(({ key }) => key !== null).map(toHeld);
  };
  let lookedBackAt = Number.NEGATIVE_INFINITY;
  return {
    async take(taking) {
      const { now, limit } = taking;
      const jobs = await claim(claimDue, taking);
      if (Math.abs(now - lookedBackAt) >= lookBackMs && jobs.length < limit) {
        lookedBackAt = now;
        jobs.push(...(await claim(claimSetLater, { ...taking, limit: limit - jobs.length })));
      }
      return jobs.toSorted((a, b) => a.dueAt - b.dueAt);
    },
    async hold(leases, holdMs) {
      const rows = await run(
        `UPDATE jobs SET held_until = clock_timestamp() + $2 * interval '1 millisecond'
         WHERE lease = ANY($1) AND held_until >= clock_timestamp() RETURNING ${held}`,
        [leases, holdMs],
        "_shared",
      );
      return rows.map(toHeld);
    },
    async end({ queue, key, lease, version }, { restUntil, failure }) {
      if (db.gone.delete(lease)) return;
      const { error = null, now = 0, isLast = false } = failure ?? {};
      await db.read(
        `UPDATE jobs SET lease = NULL, held_until = NULL, error = $6, version = version + 1,
         failures = CASE WHEN $6::text IS NULL THEN 0 ELSE failures + 1 END,
         rest_until = CASE WHEN $6::text IS NULL AND version > $4 THEN 0 ELSE $5::bigint END, dead_at = $7::bigint
         WHERE queue = $1 AND key = $2 AND lease = $3`,
        [queue, key, lease, version, wholeMs(restUntil), error, isLast ? now : null],
      );
    },
    watch: (call) =>
      db.listen("job", (words) => {
        if (words.length === 0) call();
        for (const word of words) call(fromWord(word));
      }),
  };
}

/** Sent all at once, the commit too: a process that freezes in the middle keeps nobody waiting for its turn. */
function inTurn(db: PostgresDatabase, turn: string, { sql, values }: Omit<Statement, "check">): Promise<Row[]> {
  return db.connected(async (session) => {
    const sent = [session.query("BEGIN"), session.query(turn), session.query(sql, values), session.query("COMMIT")];
    const [, , rows = []] = await Promise.all(sent);
    return rows;
  });
}

/** Where a claim begins to look at lanes: after the last of the claim before, and at the beginning again after the end. */
function createWalk(): { from(): [string, string]; note(row: Row | undefined): void } {
  let after: [string, string] = ["", ""];
  return {
    from: () => after,
    note(row) {
      const isCut = Number(row?.["lanes"]) === mostLanes;
      after = isCut ? [String(row?.["last_queue"]), String(row?.["last_tenant"])] : ["", ""];
    },
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
