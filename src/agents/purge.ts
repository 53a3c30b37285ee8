import type { Handler } from "../ports/engine.ts";
import type { Store } from "../ports/store.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import { isConflict } from "../ports/store-error.ts";
import { type AgentDeps, dayOfUtc, kinds, queues, tokensPrefix } from "./agent-deps.ts";

const dayMs = 86_400_000;
/** How many days before the cutoff are checked for records that an earlier purge missed. */
const reachDays = 30;
const size = 500;

/** Retention of records in general, and of entries: notices and collapse entries. */
export type RetentionDays = { keepDays: number; keepEntriesDays: number };

/** Schedules one purge per tenant and day while the tenant has agents. */
export async function armPurges({ store, clock, registry }: AgentDeps): Promise<void> {
  const now = clock.now();
  const tenants = new Set([...registry.all()].map(({ tenant }) => tenant));
  await store.write((tx) => {
    for (const tenant of tenants) tx.enqueue({ queue: queues.sweep, key: tenant, tenant, dueAt: now + dayMs }, now);
  });
}

/** Deletes records past their retention in batches; run records stay. */
export function createPurgeHandler({ store, clock, keepDays, keepEntriesDays }: AgentDeps & RetentionDays): Handler {
  return async ({ job, signal }) => {
    const { tenant } = job;
    const now = clock.now();
    const cutoff = now - keepDays * dayMs;
    const entriesCutoff = now - keepEntriesDays * dayMs;
    for (const [kind, since] of [
      [kinds.decision, cutoff],
      [kinds.output, cutoff],
      [kinds.draft, cutoff],
      [kinds.notice, entriesCutoff],
      [kinds.collapse, entriesCutoff],
    ] as const)
      await dropAll(store, () => store.records({ tenant, kind, before: firstIdAt(since), limit: size }), signal);
    const counts = await store.counters(tenant, tokensPrefix);
    const past = counts.filter(({ key }) => key < tokensPrefix + dayOfUtc(cutoff));
    if (past.length > 0) await store.write((tx) => past.forEach(({ key }) => tx.dropCounter(tenant, key)));
    for (const kind of [kinds.event, kinds.seen, kinds.once]) {
      for (let back = 0; back < reachDays && !signal.aborted; back += 1) {
        const group = dayOfUtc(cutoff - back * dayMs);
        await dropAll(store, () => store.records({ tenant, kind, group, limit: size }), signal);
      }
    }
    if (!signal.aborted) await store.write((tx) => tx.release(job, { dueAt: now + dayMs, now }));
  };
}

async function dropAll(store: Store, find: () => Promise<StoredRecord[]>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const rows = await find();
    if (rows.length === 0 || signal.aborted) return;
    try {
      await store.write((tx) => {
        for (const row of rows) tx.dropRecord(row, row.version);
      });
    } catch (error) {
      if (!isConflict(error)) throw error; // an event was ended meanwhile; the next look sees it as it is
    }
  }
}

/** Ids begin with the millisecond they were made in. */
function firstIdAt(instant: number): string {
  const time = Math.max(0, instant).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
