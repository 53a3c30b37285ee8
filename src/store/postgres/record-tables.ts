import type { Json } from "../../plan/json.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { RecordKey, StoredRecord } from "../../ports/stored-record.ts";
import type { PostgresDatabase } from "./database.ts";
import { type AddStatement, changesOne } from "./rows.ts";
import type { PostgresRow } from "./session.ts";
import { parseStored } from "../stored-json.ts";

/** Documents of other modules, and the counters behind quotas and budgets. */
export function recordWrites(add: AddStatement): Pick<Tx, "putRecord" | "dropRecord" | "count" | "dropCounter"> {
  return {
    putRecord({ tenant, kind, id, group = null, status = null, body }, was) {
      const values = [tenant, kind, id, group, status, JSON.stringify(body)];
      const columns = "(tenant, kind, id, part, status, body, version)";
      if (was === 0) add(`INSERT INTO records ${columns} VALUES ($1, $2, $3, $4, $5, $6, 1)`, values);
      else
        add(
          `UPDATE records SET version = version + 1, part = $4, status = $5, body = $6
           WHERE tenant = $1 AND kind = $2 AND id = $3 AND version = $7`,
          [...values, was],
          changesOne(moved({ tenant, kind, id })),
        );
    },
    dropRecord: ({ tenant, kind, id }, was) =>
      add(
        "DELETE FROM records WHERE tenant = $1 AND kind = $2 AND id = $3 AND version = $4",
        [tenant, kind, id, was],
        changesOne(moved({ tenant, kind, id })),
      ),
    count({ tenant, key, add: more, limit = Number.MAX_SAFE_INTEGER }) {
      add("INSERT INTO counters (tenant, key, value) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING", [tenant, key]);
      add(
        `UPDATE counters SET value = value + $3::bigint WHERE tenant = $1 AND key = $2
         AND value + $3::bigint >= 0 AND ($3::bigint <= 0 OR value + $3::bigint <= $4::bigint)`,
        [tenant, key, more, limit],
        changesOne(`${key} would pass ${limit} or fall below 0`, "limit"),
      );
    },
    dropCounter: (tenant, key) => add("DELETE FROM counters WHERE tenant = $1 AND key = $2", [tenant, key]),
  };
}

const columns = "tenant, kind, id, version, part, status, body";

export function recordReads(db: PostgresDatabase): Pick<Store, "record" | "records" | "counter" | "counters"> {
  return {
    async record({ tenant, kind, id }) {
      const one = `SELECT ${columns} FROM records WHERE tenant = $1 AND kind = $2 AND id = $3`;
      const [row] = await db.read(one, [tenant, kind, id]);
      return row === undefined ? undefined : toRecord(row);
    },
    async records({ tenant, kind, group, status, before, limit }) {
      const values: unknown[] = [tenant, kind, limit];
      // Only the requested filters, so that each uses its index.
      const filter = (test: string, value: string | undefined): string =>
        value === undefined ? "" : `AND ${test} $${values.push(value)}`;
      const filters = [filter("part =", group), filter("status =", status), filter("id <", before)].join(" ");
      const page = `SELECT ${columns} FROM records WHERE tenant = $1 AND kind = $2 ${filters} ORDER BY id DESC LIMIT $3`;
      return (await db.read(page, values)).map(toRecord);
    },
    async counter(tenant, key) {
      const [row] = await db.read("SELECT value FROM counters WHERE tenant = $1 AND key = $2", [tenant, key]);
      return Number(row?.["value"] ?? 0);
    },
    async counters(tenant, prefix) {
      const list = `SELECT key, value FROM counters WHERE tenant = $1 AND key >= $2 AND starts_with(key, $2) ORDER BY key`;
      const rows = await db.read(list, [tenant, prefix]);
      return rows.map((row) => ({ key: String(row["key"]), value: Number(row["value"]) }));
    },
  };
}

function toRecord({ tenant, kind, id, version, part, status, body }: PostgresRow): StoredRecord {
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
