import type { Jobs, LeasedJob } from "../../ports/engine.ts";
import { byPriority, takeFairly } from "../../ports/lanes.ts";
import type { Tx } from "../../ports/store.ts";
import { jobColumns as columns, toJob } from "../job-row.ts";
import type { Database } from "./database.ts";

type JobTable = {
  writes: Pick<Tx, "enqueue" | "assertLeased" | "release">;
  jobs: Jobs;
  /** Jobs enqueued by the current transaction. */
  takeAdded(): LeasedJob[];
  announce: (added: readonly LeasedJob[]) => void;
};

/** The embedded engine's queue, in the same file and transactions as the journal. */
export function createJobTable(db: Database): JobTable {
  let added: LeasedJob[] = [];
  let latestSetAt = latest(db);
  const watchers = new Set<(job: LeasedJob) => void>();
  return {
    writes: createWrites(db, (job, now) => {
      added.push(job);
      latestSetAt = Math.max(latestSetAt, now);
    }),
    jobs: {
      ...createReads(db, (now) => now < latestSetAt),
      watch: (call) => (watchers.add(call), () => watchers.delete(call)),
    },
    takeAdded() {
      const taken = added;
      added = [];
      return taken;
    },
    announce(jobs) {
      for (const job of jobs) for (const call of watchers) call(job);
    },
  };
}

function createWrites(db: Database, note: (job: LeasedJob, now: number) => void): JobTable["writes"] {
  const put = db.prepare(
    "INSERT OR IGNORE INTO jobs (queue, key, tenant, due_at, set_at, version, priority) VALUES (?, ?, ?, ?, ?, 1, ?)",
  );
  const wake = db.prepare(
    `UPDATE jobs SET due_at = min(due_at, ?), set_at = ?, version = version + 1 WHERE queue = ? AND key = ?
     RETURNING ${columns}`,
  );
  const later = db.prepare(
    "UPDATE jobs SET due_at = ?, set_at = ?, version = version + 1 WHERE queue = ? AND key = ? AND version = ?",
  );
  const done = db.prepare("DELETE FROM jobs WHERE queue = ? AND key = ? AND version = ?");
  return {
    enqueue(job, now) {
      const { queue, key, tenant, dueAt, priority = 0 } = job;
      if (Number(put.run(queue, key, tenant, dueAt, now, priority).changes) > 0)
        return note({ ...job, version: 1 }, now);
      const row = wake.get(dueAt, now, queue, key);
      if (row !== undefined) note(toJob(row), now);
    },
    // Only one process works at a time, so its jobs cannot be taken over.
    assertLeased: () => undefined,
    release(job, next) {
      if (next === undefined) {
        done.run(job.queue, job.key, job.version);
        return;
      }
      const moved = later.run(next.dueAt, next.now, job.queue, job.key, job.version);
      if (Number(moved.changes) > 0) note({ ...job, dueAt: next.dueAt, version: job.version + 1 }, next.now);
    },
  };
}

function latest(db: Database): number {
  return Number(db.prepare("SELECT coalesce(max(set_at), 0) AS at FROM jobs").get()?.["at"]);
}

/** Finding jobs enqueued "later than now" scans the table, so only when the clock went backwards. */
function createReads(db: Database, hasGoneBack: (now: number) => boolean): Omit<Jobs, "watch"> {
  const due = db.prepare(`SELECT ${columns} FROM jobs WHERE due_at <= ? ORDER BY due_at LIMIT ?`);
  const setLater = db.prepare(`SELECT ${columns} FROM jobs WHERE due_at > ? AND set_at > ?1 LIMIT ?`);
  const depths = db.prepare(
    "SELECT queue, count(*) AS due, min(due_at) AS oldest FROM jobs WHERE due_at <= ? OR set_at > ?1 GROUP BY queue",
  );
  const next = db.prepare("SELECT min(due_at) AS at FROM jobs WHERE due_at > ?");
  const firsts = createFirsts(db);
  return {
    due: async (now, limit) => {
      const rows = due.all(now, limit);
      if (rows.length === limit) return takeFairly(uniqueJobs([...rows.map(toJob), ...firsts(now)]), limit);
      if (hasGoneBack(now)) rows.push(...setLater.all(now, limit - rows.length));
      return rows.map(toJob).toSorted(byPriority);
    },
    depths: async (now) =>
      depths.all(now).map(({ queue, due: jobs, oldest }) => {
        return { queue: String(queue), due: Number(jobs), running: 0, dead: 0, oldestDueAt: Number(oldest) };
      }),
    nextDueAt: async (now) => {
      const at = next.get(now)?.["at"];
      return typeof at === "number" ? at : undefined;
    },
  };
}

/** Lanes per call; the next call continues after the last one. */
const maxLanes = 250;
/** Jobs per lane and priority. */
const ofLane = 8;

/** Before all lanes. */
const start: readonly [string, string, number] = ["", "", 0];

/** The soonest due jobs of each lane and priority; the many jobs of one lane are skipped, not read. */
function createFirsts(db: Database): (now: number) => LeasedJob[] {
  const next = db.prepare(
    "SELECT queue, tenant, priority FROM jobs WHERE (queue, tenant, priority) > (?, ?, ?) ORDER BY queue, tenant, priority LIMIT 1",
  );
  const first = db.prepare(
    `SELECT ${columns} FROM jobs WHERE queue = ? AND tenant = ? AND priority = ? AND due_at <= ?
     ORDER BY due_at LIMIT ${ofLane}`,
  );
  let after = start;
  return (now) => {
    const jobs: LeasedJob[] = [];
    for (let lanes = 0; lanes < maxLanes; lanes += 1) {
      const lane = next.get(...after);
      if (lane === undefined) {
        after = start;
        return jobs;
      }
      after = [String(lane["queue"]), String(lane["tenant"]), Number(lane["priority"])];
      jobs.push(...first.all(...after, now).map(toJob));
    }
    return jobs;
  };
}

function uniqueJobs(jobs: readonly LeasedJob[]): LeasedJob[] {
  return [...new Map(jobs.map((job) => [`${job.queue}:${job.key}`, job])).values()];
}
