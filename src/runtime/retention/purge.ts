import { recordPages } from "../../ports/stored-record.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Store } from "../../ports/store.ts";
import type { Maintenance } from "../../ports/maintenance.ts";
import { oldRuns } from "./old-runs.ts";
import type { RetentionConfig } from "../config/retention-config.ts";
import { batchSize, dropUnchanged, firstIdAt, type PurgeBatches, type PurgeScope, timeOfId } from "./purge-batch.ts";
import { chatKinds } from "../../chat/chat-records.ts";
import { Conversation } from "../../chat/conversation.ts";
import { draftKind, revisionKind } from "../../drafts/draft-records.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import { effectKeys } from "../../contracts/actions/effect-keys.ts";
import { queryKind } from "../../drafts/query.ts";
import { StoredDraft } from "../../drafts/stored-draft.ts";
import { factKind, readRun, runKind } from "../../react/run-record.ts";
import { SessionBody, sessionKind } from "../../react/sessions.ts";

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
type PurgeCategory = "runs" | "drafts" | "queries" | "reasoning" | "sessions" | "chats" | "answers" | "audit";

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
  const purgeCategory = async (name: PurgeCategory, batches: PurgeBatches): Promise<void> => {
    for await (const { count, drop } of batches) {
      if (signal.aborted) return;
      if (!dryRun) await drop();
      swept[name] += count;
    }
  };
  for (const tenant of await maintenance.tenants())
    for (const [name, days, find] of categories)
      if (retention[days] !== undefined)
        await purgeCategory(name, find({ store, maintenance }, { tenant, cutoff: now - retention[days] * dayMs }));
  await purgeCategory("answers", expiredAnswers(maintenance, now));
  if (retention.audit_days === undefined) return swept;
  await purgeCategory("audit", oldAudit(maintenance, now - retention.audit_days * dayMs));
  if (swept.audit > 0 && !dryRun) await audit.record(auditEntryOf(swept.audit, { now, requestId: ids.next() }));
  return swept;
}

type FindOld = (parts: Pick<PurgeParts, "store" | "maintenance">, old: PurgeScope) => PurgeBatches;

/** Order matters: Drafts before their runs, runs of a session before the session. */
const categories: readonly (readonly [PurgeCategory, keyof RetentionConfig, FindOld])[] = [
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

/** Conversations with their cards, if the newest card is old and no card shows an open Draft. */
async function* oldChats(store: Store, { tenant, cutoff }: PurgeScope): PurgeBatches {
  for await (const page of recordPages(store, { tenant, kind: chatKinds.conversation })) {
    const old: StoredRecord[] = [];
    for (const record of page) if (await isOld(store, record, cutoff)) old.push(record);
    const drop = async (): Promise<void> => {
      for (const record of old) {
        const cards: StoredRecord[] = [];
        for await (const some of recordPages(store, { tenant, kind: chatKinds.card, group: record.id }))
          cards.push(...some);
        await dropUnchanged(store, [record, ...cards]);
      }
    };
    if (old.length > 0) yield { count: old.length, drop };
  }
}

async function isOld(store: Store, { tenant, body }: StoredRecord, cutoff: number): Promise<boolean> {
  const { cards } = Conversation.parse(body);
  const newest = timeOfId(cards.at(-1) ?? "");
  if (newest === undefined || newest >= cutoff) return false;
  for (const id of cards) if ((await store.record({ tenant, kind: draftKind, id }))?.status === "DRAFT") return false;
  return true;
}

const ended = ["APPLIED", "CANCELLED", "EXPIRED"] as const;

/**
 * Drafts that ended before the cutoff, with their revisions and effects, whose keys cannot be used without the Draft.
 * Approvals stay in the audit log.
 */
async function* oldDrafts(
  { store, maintenance }: Pick<PurgeParts, "store" | "maintenance">,
  { tenant, cutoff }: PurgeScope,
): PurgeBatches {
  const before = firstIdAt(cutoff);
  for (const status of ended)
    for await (const page of recordPages(store, { tenant, kind: draftKind, status, before })) {
      const old = page.flatMap((record) => {
        const draft = StoredDraft.parse(record.body);
        return draft.status !== "DRAFT" && draft.at < cutoff ? [{ record, draft }] : [];
      });
      const drop = async (): Promise<void> => {
        for (const { record, draft } of old)
          if (await dropUnchanged(store, [record, ...(await revisionsOf(store, tenant, draft.id))]))
            await maintenance.dropEffects(tenant, keysOf(draft));
      };
      if (old.length > 0) yield { count: old.length, drop };
    }
}

/** Old entries of the query log. */
async function* oldQueries(store: Store, { tenant, cutoff }: PurgeScope): PurgeBatches {
  for await (const page of recordPages(store, { tenant, kind: queryKind, before: firstIdAt(cutoff) }))
    yield { count: page.length, drop: async () => void (await dropUnchanged(store, page)) };
}

async function revisionsOf(store: Store, tenant: string, draftId: string): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for await (const page of recordPages(store, { tenant, kind: revisionKind, group: draftId })) found.push(...page);
  return found;
}

function keysOf({ id, actions }: StoredDraft): string[] {
  return [effectKeys.apply(id), ...actions.map((action) => effectKeys.action(id, action.id))];
}

/**
 * Ended ReAct runs that started before the cutoff, with their facts. Their effects stay: the keys contain the request id of
 * the caller, which may be reused. Request ids are not ordered by time, so every ended run is checked.
 */
async function* oldReasoning(store: Store, { tenant, cutoff }: PurgeScope): PurgeBatches {
  for await (const page of recordPages(store, { tenant, kind: runKind, status: "ended" })) {
    const old = page.filter((record) => readRun(record).body.startedAt < cutoff);
    const drop = async (): Promise<void> => {
      // Facts first: a run without facts can be purged later, but facts without a run cannot be found.
      for (const record of old) {
        for await (const facts of recordPages(store, { tenant, kind: factKind, group: record.id }))
          await dropUnchanged(store, facts);
        await dropUnchanged(store, [record]);
      }
    };
    if (old.length > 0) yield { count: old.length, drop };
  }
}

/** Sessions without runs. Call it after the runs are purged. */
async function* emptySessions(store: Store, { tenant }: PurgeScope): PurgeBatches {
  for await (const page of recordPages(store, { tenant, kind: sessionKind })) {
    const empty: StoredRecord[] = [];
    for (const record of page) if (await isEmpty(store, record)) empty.push(record);
    if (empty.length > 0) yield { count: empty.length, drop: async () => void (await dropUnchanged(store, empty)) };
  }
}

async function isEmpty(store: Store, { tenant, body }: StoredRecord): Promise<boolean> {
  for (const { requestId: id } of SessionBody.parse(body).turns)
    if ((await store.record({ tenant, kind: runKind, id })) !== undefined) return false;
  return true;
}
