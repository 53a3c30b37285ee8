import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Store } from "../../ports/store.ts";
import type { Maintenance } from "../../ports/maintenance.ts";
import { oldChats } from "./old-chats.ts";
import { oldDrafts, oldQueries } from "./old-drafts.ts";
import { emptySessions, oldReasoning } from "./old-reasoning.ts";
import { oldRuns } from "./old-runs.ts";
import type { RetentionConfig } from "../config/retention-config.ts";
import { batchSize, type PurgeBatches, type PurgeScope } from "./purge-batch.ts";

export type PurgeParts = {
  store: Store;
  maintenance: Maintenance;
  audit: Audit;
  clock: Clock;
  ids: Ids;
  retention: RetentionConfig;
};

/** Purged items by category. Expired idempotency answers are always purged. */
export type PurgeCounts = Record<PurgeCategory, number>;
export type PurgeCategory = "runs" | "drafts" | "queries" | "reasoning" | "sessions" | "chats" | "answers" | "audit";

export type PurgeOptions = { dryRun: boolean; signal: AbortSignal };

const dayMs = 86_400_000;

/** Purges data older than its retention in bounded batches, or only counts it. Stops when the signal fires. */
export async function purge(parts: PurgeParts, { dryRun, signal }: PurgeOptions): Promise<PurgeCounts> {
  const { store, maintenance, audit, clock, ids, retention } = parts;
  const now = clock.now();
  const swept: PurgeCounts = {
    runs: 0,
    drafts: 0,
    queries: 0,
    reasoning: 0,
    sessions: 0,
    chats: 0,
    answers: 0,
    audit: 0,
  };
  const take = async (name: PurgeCategory, batches: PurgeBatches): Promise<void> => {
    for await (const { count, drop } of batches) {
      if (signal.aborted) return;
      if (!dryRun) await drop();
      swept[name] += count;
    }
  };
  for (const tenant of await maintenance.tenants())
    for (const [name, days, find] of categories)
      if (retention[days] !== undefined)
        await take(name, find({ store, maintenance }, { tenant, cutoff: now - retention[days] * dayMs }));
  await take("answers", expiredAnswers(maintenance, now));
  if (retention.audit_days === undefined) return swept;
  await take("audit", oldAudit(maintenance, now - retention.audit_days * dayMs));
  if (swept.audit > 0 && !dryRun) await audit.record(auditEntryOf(swept.audit, { now, requestId: ids.next() }));
  return swept;
}

type Find = (parts: Pick<PurgeParts, "store" | "maintenance">, old: PurgeScope) => PurgeBatches;

/** Order matters: Drafts before their runs, runs of a session before the session. */
const categories: readonly (readonly [PurgeCategory, keyof RetentionConfig, Find])[] = [
  ["chats", "chats_days", ({ store }, old) => oldChats(store, old)],
  ["drafts", "drafts_days", oldDrafts],
  ["queries", "drafts_days", ({ store }, old) => oldQueries(store, old)],
  ["runs", "runs_days", oldRuns],
  ["reasoning", "reasoning_days", ({ store }, old) => oldReasoning(store, old)],
  ["sessions", "reasoning_days", ({ store }, old) => emptySessions(store, old)],
];

async function* expiredAnswers(maintenance: Maintenance, now: number): PurgeBatches {
  for (let left = await maintenance.countExpired(now); left > 0; left -= batchSize)
    yield { count: Math.min(left, batchSize), drop: async () => void (await maintenance.dropExpired(now, batchSize)) };
}

async function* oldAudit(maintenance: Maintenance, cutoff: number): PurgeBatches {
  for (let after = 0; ;) {
    const entries = await maintenance.oldestAudit(after, batchSize);
    const end = entries.findIndex(({ at }) => at >= cutoff);
    const old = end === -1 ? entries : entries.slice(0, end);
    const last = old.at(-1)?.seq;
    if (last === undefined) return;
    after = last;
    yield { count: old.length, drop: () => maintenance.dropAudit(last) };
    if (old.length < batchSize) return;
  }
}

/** The purge of the audit log is itself audited. */
function auditEntryOf(count: number, { now, requestId }: { now: number; requestId: string }) {
  const who = { tenant: "", principal: "retention", action: "purge audit", subjects: [`${count} entries`] };
  return { ...who, requestId, at: now, outcome: "done" };
}
