import { Pool } from "pg";
import { PgBoss } from "pg-boss";

const queue = "bench";
const insert = "INSERT INTO records (tenant, kind, id, body, version) SELECT 'bench', $1, unnest($2::text[]), '{}', 1";

/** As many jobs at once as the others, fetched on without a pause while there are more, and woken by NOTIFY else. */
const working = {
  batchSize: 16,
  localConcurrency: 2,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 0.5,
};

/**
 * pg-boss with what makes it fast: LISTEN/NOTIFY where work is done and only there, batches, no upkeep beside the work, and
 * ten connections for the transactions beside its own ten.
 */
export async function open(url, shape) {
  const pool = new Pool({ connectionString: url, max: 10, pipeline: true });
  pool.on("error", () => undefined);
  const transact = transactions(pool);
  const opened = [];
  const open = once(async (useListenNotify) => {
    const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, useListenNotify });
    opened.push(boss);
    boss.on("error", (error) => console.error(error));
    await boss.start();
    await boss.createQueue(queue, { notify: true });
    return boss;
  });
  return {
    async put(key) {
      const boss = await open(false);
      await transact("asked", key, (db) => boss.send(queue, { key }, { db }));
    },
    async work(began) {
      const boss = await open(true);
      if (shape === "batch") await boss.work(queue, { ...working, transactional: true }, batches(began));
      else await boss.work(queue, working, singles(began, { boss, transact }));
    },
    rest: async () => (await open(true)).offWork(queue),
    async close() {
      for (const boss of opened) await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}

/** Each job has a transaction of its own, with its completion in it. */
function singles(began, { boss, transact }) {
  const single = (job) => {
    began(job.data.key);
    return transact("done", job.data.key, async (db) => {
      const { affected } = await boss.complete(queue, job, undefined, { db });
      if (affected !== 1) throw new Error("the job is not this worker's");
    });
  };
  return (jobs) => Promise.all(jobs.map(single));
}

/** All jobs of a batch in one transaction, which completes them. */
function batches(began) {
  return (jobs, tx) => {
    for (const job of jobs) began(job.data.key);
    return tx.executeSql(insert, ["done", jobs.map((job) => job.data.key)]);
  };
}

/** A row, and what pg-boss does with the transaction's connection; sent together, and the commit after them. */
function transactions(pool) {
  return async (kind, key, work) => {
    const client = await pool.connect();
    const db = { executeSql: (text, values) => client.query(text, values) };
    try {
      await Promise.all([client.query("BEGIN"), client.query(insert, [kind, [key]]), work(db)]);
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  };
}

/** The same answer for the same question. */
function once(make) {
  const made = new Map();
  return (of) => {
    if (!made.has(of)) made.set(of, make(of));
    return made.get(of);
  };
}
