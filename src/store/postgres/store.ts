import type { LeasedJob } from "../../ports/engine.ts";
import type { Store } from "../../ports/store.ts";
import { StoreError } from "../../ports/store-error.ts";
import { createReads } from "../reads.ts";
import { fromRows } from "../sql.ts";
import type { EffectRecord } from "../../ports/effect-record.ts";
import { batchReads } from "./batch-reads.ts";
import type { PostgresDatabase } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import { jobReads } from "./job-table.ts";
import { toJobPayload } from "./job-payload.ts";

/** The store in Postgres. Concurrent changes share a commit. */
export function createPostgresStore(db: PostgresDatabase): Store {
  const reads = batchReads((sql, values) => db.read(sql, values));
  const watchers = new Set<(job: LeasedJob) => void>();
  let isOpen = true;
  const commits = createGroupCommit(db, (job) => {
    for (const call of watchers) call(job);
    db.notify("job", toJobPayload(job));
  });
  return {
    async write(change) {
      if (!isOpen) throw new StoreError("closed", "the store is closed");
      await commits.write(change);
    },
    ...createReads(reads),
    effects: async (tenant, runId) =>
      fromRows<EffectRecord>(
        await reads.read("SELECT record FROM effects WHERE run_id = $1 AND tenant = $2 ORDER BY key", [runId, tenant]),
      ),
    jobs: { ...jobReads(db), watch: (call) => (watchers.add(call), () => void watchers.delete(call)) },
    async close() {
      isOpen = false;
      await commits.idle();
      await db.close();
    },
  };
}
