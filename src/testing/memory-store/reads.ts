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
      const page = runs
        .all()
        .filter((run) => run.tenant === tenant && (status === undefined || run.status === status))
        .filter(({ id }) => before === undefined || id < before);
      return page.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    },
    plan: async (tenant, hash) => plans.get(keyOf(tenant, hash)),
    async journal(tenant, runId, afterSeq = 0) {
      if (ownRun(tenant, runId) === undefined) return [];
      return journal.all().flatMap(({ runId: of, entry }) => (of === runId && entry.seq > afterSeq ? entry : []));
    },
    effect: async (tenant, key) => effects.get(keyOf(tenant, key)),
    effects: async (tenant, runId) => effects.all().filter((one) => one.tenant === tenant && one.runId === runId),
    wait: async (tenant, id) => waits.get(keyOf(tenant, id)),
    waits: async (tenant, of) =>
      waits
        .all()
        .filter((wait) => wait.tenant === tenant && (of === "open" ? wait.state === "open" : wait.runId === of.runId)),
    claim: async (tenant, key) => claims.get(keyOf(tenant, key)),
  };
}
