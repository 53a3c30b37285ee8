import type { LeasedJob } from "../../ports/engine.ts";
import { takeFairly } from "../../ports/lanes.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import { createReads } from "./reads.ts";
import { createTables, type Tables } from "./tables.ts";
import { createTx } from "./tx.ts";

/** An in-memory store that passes the store suite. */
export function createMemoryStore(): Store {
  const tables = createTables();
  const watchers = new Set<(job: LeasedJob) => void>();
  let isOpen = true;
  const apply = (change: Parameters<Store["write"]>[0]): LeasedJob[] => {
    const added: LeasedJob[] = [];
    tables.undo.length = 0;
    try {
      change(createTx(tables, added));
      return added;
    } catch (error) {
      for (const cancelTimer of tables.undo.toReversed()) cancelTimer();
      throw error instanceof StoreError ? error : new StoreError("broken", String(error), error);
    }
  };
  return {
    async write(change) {
      await Promise.resolve();
      if (!isOpen) throw new StoreError("closed", "the store is closed");
      for (const job of apply(change)) for (const call of watchers) call(job);
    },
    ...createReads(tables),
    jobs: {
      due: async (now, limit) => takeFairly(dueJobs(tables, now), limit),
      depths: async (now) =>
        [...Map.groupBy(dueJobs(tables, now), ({ queue }) => queue)].map(([queue, due]) => {
          return {
            queue,
            due: due.length,
            running: 0,
            dead: 0,
            oldestDueAt: Math.min(...due.map(({ dueAt }) => dueAt)),
          };
        }),
      nextDueAt: async (now) => {
        const later = tables.jobs.all().flatMap(({ job }) => (job.dueAt > now ? job.dueAt : []));
        return later.length === 0 ? undefined : Math.min(...later);
      },
      watch: (call) => (watchers.add(call), () => void watchers.delete(call)),
    },
    close: async () => void (isOpen = false),
  };
}

function dueJobs(tables: Tables, now: number): LeasedJob[] {
  return tables.jobs.all().flatMap(({ job, setAt }) => (job.dueAt <= now || setAt > now ? job : []));
}
