import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Store } from "../../ports/store.ts";
import type { Upkeep } from "../../ports/upkeep.ts";
import { oldChats } from "./old-chats.ts";
import { oldDrafts, oldQueries } from "./old-drafts.ts";
import { emptySessions, oldReasoning } from "./old-reasoning.ts";
import { oldRuns } from "./old-runs.ts";
import type { RetentionConfig } from "./retention-config.ts";
import { batchSize, type Batches, type Old } from "./sweep-batch.ts";

export type SweepParts = {
  store: Store;
  upkeep: Upkeep;
  audit: Audit;
  clock: Clock;
  ids: Ids;
  retention: RetentionConfig;
};

/** How many of each went, or would go. Expired answers to repeated requests always go. */
export type Swept = Record<SweptName, number>;
export type SweptName = "runs" | "drafts" | "queries" | "reasoning" | "sessions" | "chats" | "answers" | "audit";

export type SweepOptions = { dryRun: boolean; signal: AbortSignal };

const dayMs = 86_400_000;

/** Lets go what is older than it is kept, a bounded batch at a time; or only counts it. Ends early when told to. */
export async function sweep(parts: SweepParts, { dryRun, signal }: SweepOptions): Promise<Swept> {
  const { store, upkeep, audit, clock, ids, retention } = parts;
  const now = clock.now();
  const swept: Swept = { runs: 0, drafts: 0, queries: 0, reasoning: 0, sessions: 0, chats: 0, answers: 0, audit: 0 };
  const take = async (name: SweptName, batches: Batches): Promise<void> => {
    for await (const { count, drop } of batches) {
      if (signal.aborted) return;
      if (!dryRun) await drop();
      swept[name] += count;
    }
  };
  for (const tenant of await upkeep.tenants())
    for (const [name, days, find] of subjects)
      if (retention[days] !== undefined)
        await take(name, find({ store, upkeep }, { tenant, cutoff: now - retention[days] * dayMs }));
  await take("answers", expiredAnswers(upkeep, now));
  if (retention.audit_days === undefined) return swept;
  await take("audit", oldAudit(upkeep, now - retention.audit_days * dayMs));
  if (swept.audit > 0 && !dryRun) await audit.record(noteOf(swept.audit, { now, requestId: ids.next() }));
  return swept;
}

type Find = (parts: Pick<SweepParts, "store" | "upkeep">, old: Old) => Batches;

/** Drafts before the runs they hold on to, runs of a session before the session. */
const subjects: readonly (readonly [SweptName, keyof RetentionConfig, Find])[] = [
  ["chats", "chats_days", ({ store }, old) => oldChats(store, old)],
  ["drafts", "drafts_days", oldDrafts],
  ["queries", "drafts_days", ({ store }, old) => oldQueries(store, old)],
  ["runs", "runs_days", oldRuns],
  ["reasoning", "reasoning_days", ({ store }, old) => oldReasoning(store, old)],
  ["sessions", "reasoning_days", ({ store }, old) => emptySessions(store, old)],
];

async function* expiredAnswers(upkeep: Upkeep, now: number): Batches {
  for (let left = await upkeep.countExpired(now); left > 0; left -= batchSize)
    yield { count: Math.min(left, batchSize), drop: async () => void (await upkeep.dropExpired(now, batchSize)) };
}

async function* oldAudit(upkeep: Upkeep, cutoff: number): Batches {
  for (let after = 0; ;) {
    const entries = await upkeep.oldestAudit(after, batchSize);
    const end = entries.findIndex(({ at }) => at >= cutoff);
    const old = end === -1 ? entries : entries.slice(0, end);
    const last = old.at(-1)?.seq;
    if (last === undefined) return;
    after = last;
    yield { count: old.length, drop: () => upkeep.dropAudit(last) };
    if (old.length < batchSize) return;
  }
}

/** A log that was shortened says so. */
function noteOf(count: number, { now, requestId }: { now: number; requestId: string }) {
  const who = { tenant: "", principal: "retention", action: "sweep audit", subjects: [`${count} entries`] };
  return { ...who, requestId, at: now, outcome: "done" };
}
