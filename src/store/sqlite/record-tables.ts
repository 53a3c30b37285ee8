import type { SQLOutputValue } from "node:sqlite";
import type { Json } from "../../plan/json.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { RecordKey, RecordQuery, StoredRecord } from "../../ports/stored-record.ts";
import type { Database } from "./database.ts";
import { changeOne } from "./rows.ts";
import { parseStored } from "../stored-json.ts";

type Writes = Pick<Tx, "putRecord" | "dropRecord" | "count" | "dropCounter">;
type Reads = Pick<Store, "record" | "records" | "counter" | "counters">;

/** Documents of other modules, and the counters behind quotas and budgets. */
export function createRecordTables(db: Database): { writes: Writes; reads: Reads } {
  return {
    writes: { ...recordWrites(db), ...counterWrites(db) },
    reads: { ...recordReads(db), ...counterReads(db) },
  };
}

function recordWrites(db: Database): Pick<Tx, "putRecord" | "dropRecord"> {
  const add = db.prepare(
    "INSERT INTO records (tenant, kind, id, version, part, status, body) VALUES (?, ?, ?, 1, ?, ?, ?)",
  );
  const set = db.prepare(
    `UPDATE records SET version = version + 1, part = ?, status = ?, body = ?
     WHERE tenant = ? AND kind = ? AND id = ? AND version = ?`,
  );
  const drop = db.prepare("DELETE FROM records WHERE tenant = ? AND kind = ? AND id = ? AND version = ?");
  return {
    putRecord({ tenant, kind, id, group = null, status = null, body }, was) {
      const text = JSON.stringify(body);
      if (was === 0) add.run(tenant, kind, id, group, status, text);
      else changeOne(set.run(group, status, text, tenant, kind, id, was), moved({ tenant, kind, id }));
    },
    dropRecord: ({ tenant, kind, id }, was) => changeOne(drop.run(tenant, kind, id, was), moved({ tenant, kind, id })),
  };
}

function counterWrites(db: Database): Pick<Tx, "count" | "dropCounter"> {
  const read = db.prepare("SELECT value FROM counters WHERE tenant = ? AND key = ?");
  const set = db.prepare("INSERT OR REPLACE INTO counters (tenant, key, value) VALUES (?, ?, ?)");
  const drop = db.prepare("DELETE FROM counters WHERE tenant = ? AND key = ?");
  return {
    count({ tenant, key, add, limit = Number.MAX_SAFE_INTEGER }) {
      const sum = Number(read.get(tenant, key)?.["value"] ?? 0) + add;
      if (sum < 0 || (add > 0 && sum > limit)) throw new StoreError("limit", `${key} would be ${sum} of ${limit}`);
      set.run(tenant, key, sum);
    },
    dropCounter: (tenant, key) => void drop.run(tenant, key),
  };
}

function recordReads(db: Database): Pick<Store, "record" | "records"> {
  const columns = "tenant, kind, id, version, part, status, body";
  const one = db.prepare(`SELECT ${columns} FROM records WHERE tenant = ? AND kind = ? AND id = ?`);
  // One statement per filter, so that each uses its index.
  const list = (filter: string) =>
    db.prepare(
      `SELECT ${columns} FROM records WHERE tenant = ? AND kind = ? ${filter}
       AND id < coalesce(?, '\u{10FFFF}') ORDER BY id DESC LIMIT ?`,
    );
  const all = list("");
  const byPart = list("AND part = ?");
  const byStatus = list("AND status = ?");
  const byBoth = list("AND part = ? AND status = ?");
  const statementFor = ({ group, status }: RecordQuery) => {
    if (group === undefined) return status === undefined ? all : byStatus;
    return status === undefined ? byPart : byBoth;
  };
  return {
    async record({ tenant, kind, id }) {
      const row = one.get(tenant, kind, id);
      return row === undefined ? undefined : toRecord(row);
    },
    async records(query) {
      const filters = [query.group, query.status].filter((value) => value !== undefined);
      const { tenant, kind, before = null, limit } = query;
      return statementFor(query)
        .all(tenant, kind, ...filters, before, limit)
        .map(toRecord);
    },
  };
}

function counterReads(db: Database): Pick<Store, "counter" | "counters"> {
  const one = db.prepare("SELECT value FROM counters WHERE tenant = ? AND key = ?");
  const list = db.prepare(
    "SELECT key, value FROM counters WHERE tenant = ?1 AND key >= ?2 AND substr(key, 1, length(?2)) = ?2 ORDER BY key",
  );
  return {
    counter: async (tenant, key) => Number(one.get(tenant, key)?.["value"] ?? 0),
    counters: async (tenant, prefix) =>
      list.all(tenant, prefix).map((row) => ({ key: String(row["key"]), value: Number(row["value"]) })),
  };
}

function toRecord(row: Record<string, SQLOutputValue>): StoredRecord {
  const { tenant, kind, id, version, part, status, body } = row;
  return {
    tenant: String(tenant),
    kind: String(kind),
    id: String(id),
    version: Number(version),
    ...(part === null ? {} : { group: String(part) }),
    ...(status === null ? {} : { status: String(status) }),
    body: parseStored<Json>(body),
  };
}

function moved({ kind, id }: RecordKey): string {
  return `${kind} ${id} is not at the version the change was made from`;
}
