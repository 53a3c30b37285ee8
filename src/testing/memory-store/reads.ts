import type { Run } from "../../ports/run.ts";
import type { Store } from "../../ports/store.ts";
import { recordReads } from "./records.ts";
import { keyOf, type Tables } from "./tables.ts";

type Reads = Omit<Store, "write" | "jobs" | "close">;

export function createReads(tables: Tables): Reads {
  const { runs, plans, journal, effects, waits, claims } = tables;
  const ownRun = (tenant: string, id: string) => {
    const run = runs.get(id);
    return run?.tenant === tenant ? run : undefined;
  };
  return {
    ...recordReads(tables),
    run: async (tenant, id) => ownRun(tenant, id),
    async runs({ tenant, status, limit, before }) {
      const isIn = (run: Run): boolean =>
        run.tenant === tenant &&
        (status === undefined || run.status === status) &&
        (before === undefined || run.id < before);
      const page = runs.all(isIn);
      return page.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    },
    plan: async (tenant, hash) => plans.get(keyOf(tenant, hash)),
    async journal(tenant, runId, afterSeq = 0) {
      if (ownRun(tenant, runId) === undefined) return [];
      return journal.all((row) => row.runId === runId && row.entry.seq > afterSeq).map(({ entry }) => entry);
    },
    effect: async (tenant, key) => effects.get(keyOf(tenant, key)),
    effects: async (tenant, runId) => effects.all((one) => one.tenant === tenant && one.runId === runId),
    wait: async (tenant, id) => waits.get(keyOf(tenant, id)),
    waits: async (tenant, of) =>
      waits.all((wait) => wait.tenant === tenant && (of === "open" ? wait.state === "open" : wait.runId === of.runId)),
    claim: async (tenant, key) => claims.get(keyOf(tenant, key)),
  };
}
