import { compact } from "../plan/compact.ts";
import type { Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { Entry, Fact } from "../ports/fact.ts";
import type { Run } from "../ports/run.ts";
import type { Claim, Store } from "../ports/store.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import type { Wait } from "../ports/wait.ts";
import { fromRows, parseStored, type SqlDatabase, type SqlRow } from "./sql.ts";

type Reader = Pick<SqlDatabase, "read">;

/** The reads that are the same in both databases: only the effects of a run are found by other indexes. */
export function createReads(db: Reader): Omit<Store, "write" | "effects" | "jobs" | "close"> {
  return { ...runReads(db), ...effectReads(db), ...recordReads(db) };
}

function runReads(db: Reader): Pick<Store, "run" | "runs" | "plan" | "journal"> {
  return {
    run: (tenant, id) => one<Run>(db, "SELECT record FROM runs WHERE tenant = $1 AND id = $2", [tenant, id]),
    async runs({ tenant, before, status, limit }) {
      const { filters, values } = filtersOf([tenant, limit], { "id <": before, "status =": status });
      const page = `SELECT record FROM runs WHERE tenant = $1 ${filters} ORDER BY id DESC LIMIT $2`;
      return fromRows<Run>(await db.read(page, values));
    },
    plan: (tenant, hash) =>
      one<Plan>(db, "SELECT plan AS record FROM plans WHERE tenant = $1 AND hash = $2", [tenant, hash]),
    async journal(tenant, runId, afterSeq = 0) {
      const rows = await db.read(
        `SELECT seq, key, at, fact FROM journal WHERE run_id = $1 AND seq > $2
         AND EXISTS (SELECT 1 FROM runs WHERE tenant = $3 AND id = $1) ORDER BY seq`,
        [runId, afterSeq, tenant],
      );
      return rows.map((row): Entry => ({
        seq: Number(row["seq"]),
        key: String(row["key"]),
        at: Number(row["at"]),
        fact: parseStored<Fact>(row["fact"]),
      }));
    },
  };
}

function effectReads(db: Reader): Pick<Store, "effect" | "wait" | "waits" | "claim"> {
  const open = "SELECT record FROM waits WHERE tenant = $1 AND state = 'open' ORDER BY id";
  const ofRun = "SELECT record FROM waits WHERE tenant = $1 AND run_id = $2 ORDER BY id";
  return {
    effect: (tenant, key) =>
      one<EffectRecord>(db, "SELECT record FROM effects WHERE tenant = $1 AND key = $2", [tenant, key]),
    wait: (tenant, id) => one<Wait>(db, "SELECT record FROM waits WHERE tenant = $1 AND id = $2", [tenant, id]),
    waits: async (tenant, of) =>
      fromRows<Wait>(of === "open" ? await db.read(open, [tenant]) : await db.read(ofRun, [tenant, of.runId])),
    claim: (tenant, key) =>
      one<Claim>(db, "SELECT record FROM idempotency WHERE tenant = $1 AND key = $2", [tenant, key]),
  };
}

function recordReads(db: Reader): Pick<Store, "record" | "records" | "counter" | "counters"> {
  const columns = "tenant, kind, id, version, part, status, body";
  return {
    async record({ tenant, kind, id }) {
      const find = `SELECT ${columns} FROM records WHERE tenant = $1 AND kind = $2 AND id = $3`;
      return (await db.read(find, [tenant, kind, id])).map(toRecord)[0];
    },
    async records({ tenant, kind, group, status, before, limit }) {
      const { filters, values } = filtersOf([tenant, kind, limit], {
        "part =": group,
        "status =": status,
        "id <": before,
      });
      const page = `SELECT ${columns} FROM records WHERE tenant = $1 AND kind = $2 ${filters} ORDER BY id DESC LIMIT $3`;
      return (await db.read(page, values)).map(toRecord);
    },
    async counter(tenant, key) {
      const [row] = await db.read("SELECT value FROM counters WHERE tenant = $1 AND key = $2", [tenant, key]);
      return Number(row?.["value"] ?? 0);
    },
    async counters(tenant, prefix) {
      const list = `SELECT key, value FROM counters WHERE tenant = $1 AND key >= $2
        AND substr(key, 1, length($2)) = $2 ORDER BY key`;
      const rows = await db.read(list, [tenant, prefix]);
      return rows.map(({ key, value }) => ({ key: String(key), value: Number(value) }));
    },
  };
}

async function one<T>(db: Reader, sql: string, values: readonly string[]): Promise<T | undefined> {
  return fromRows<T>(await db.read(sql, values))[0];
}

/** Only the requested filters, so that each uses its index. */
function filtersOf(first: readonly (string | number)[], wanted: Readonly<Record<string, string | undefined>>) {
  const values = [...first];
  const filters = Object.entries(wanted).map(([test, value]) =>
    value === undefined ? "" : `AND ${test} $${values.push(value)}`,
  );
  return { filters: filters.join(" "), values };
}

function toRecord({ tenant, kind, id, version, part, status, body }: SqlRow): StoredRecord {
  return {
    tenant: String(tenant),
    kind: String(kind),
    id: String(id),
    version: Number(version),
    ...compact({
      group: typeof part === "string" ? part : undefined,
      status: typeof status === "string" ? status : undefined,
    }),
    body: parseStored<Json>(body),
  };
}
