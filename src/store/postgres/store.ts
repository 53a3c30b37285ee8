import type { LeasedJob } from "../../ports/engine.ts";
import type { Fact } from "../../ports/fact.ts";
import type { Store, Tx } from "../../ports/store.ts";
import { StoreError } from "../../ports/store-error.ts";
import { createReads } from "../reads.ts";
import { fromRows } from "../sql.ts";
import type { EffectRecord } from "../../ports/effect-record.ts";
import type { PostgresDatabase } from "./database.ts";
import { effectWrites } from "./effect-tables.ts";
import { type JobChanges, jobReads, jobWrites } from "./job-table.ts";
import { toJobPayload } from "./job-payload.ts";
import { recordWrites } from "./record-tables.ts";
import { addFacts, runWrites } from "./run-tables.ts";
import type { Statement } from "./session.ts";

/**
 * The store in Postgres. A change is recorded as statements and sent as a whole; concurrent changes use several
 * connections, and Postgres groups their commits.
 */
export function createPostgresStore(db: PostgresDatabase): Store {
  const watchers = new Set<(job: LeasedJob) => void>();
  let isOpen = true;
  const announce = (job: LeasedJob): void => {
    for (const call of watchers) call(job);
    db.notify("job", toJobPayload(job));
  };
  return {
    async write(change) {
      if (!isOpen) throw new StoreError("closed", "the store is closed");
      const done: JobChanges = { added: [], released: new Map() };
      const statements = recorded(change, done);
      if (statements.length > 0) await db.write(statements);
      for (const [lease, isGone] of done.released) if (isGone) db.releasedLeases.add(lease);
      // A retried transaction collected its jobs again; the last ones count.
      for (const job of lastOf(done.added)) announce(job);
    },
    ...createReads(db),
    effects: async (tenant, runId) =>
      fromRows<EffectRecord>(
        await db.read("SELECT record FROM effects WHERE run_id = $1 AND tenant = $2 ORDER BY key", [runId, tenant]),
      ),
    jobs: { ...jobReads(db), watch: (call) => (watchers.add(call), () => void watchers.delete(call)) },
    async close() {
      isOpen = false;
      await db.close();
    },
  };
}

function recorded(change: (tx: Tx) => void, done: JobChanges): Statement[] {
  const statements: Statement[] = [];
  const facts: { runId: string; fact: Fact; at: number }[] = [];
  const add = (sql: string, values: readonly unknown[], check?: Statement["check"]): void =>
    void statements.push(check === undefined ? { sql, values } : { sql, values, check });
  change({
    append: (runId, fact, at) => void facts.push({ runId, fact, at }),
    ...runWrites(add),
    ...effectWrites(add),
    ...recordWrites(add),
    ...jobWrites(add, done),
  });
  addFacts(add, facts);
  return statements;
}

function lastOf(added: readonly LeasedJob[]): Iterable<LeasedJob> {
  return new Map(added.map((job) => [`${job.queue} ${job.key}`, job])).values();
}
