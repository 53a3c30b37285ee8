import type { Tx } from "../../ports/store.ts";
import type { RecordKey } from "../../ports/stored-record.ts";
import { type AddStatement, changesOne } from "./rows.ts";

/** Documents of other modules, and the counters behind quotas and budgets. */
export function recordWrites(add: AddStatement): Pick<Tx, "putRecord" | "dropRecord" | "count" | "dropCounter"> {
  return {
    putRecord({ tenant, kind, id, group = null, status = null, body }, was) {
      const key = keyOf({ tenant, kind, id });
      const values = [tenant, kind, id, group, status, JSON.stringify(body)];
      if (was === 0) add({ key, sql: insertRecords, values, rows: "each" });
      else
        add({
          key,
          sql: `UPDATE records SET version = version + 1, part = $4, status = $5, body = $6
            WHERE tenant = $1 AND kind = $2 AND id = $3 AND version = $7`,
          values: [...values, was],
          check: changesOne(moved({ tenant, kind, id })),
        });
    },
    dropRecord: ({ tenant, kind, id }, was) =>
      add({
        key: keyOf({ tenant, kind, id }),
        sql: "DELETE FROM records WHERE tenant = $1 AND kind = $2 AND id = $3 AND version = $4",
        values: [tenant, kind, id, was],
        check: changesOne(moved({ tenant, kind, id })),
      }),
    count({ tenant, key, add: more, limit = Number.MAX_SAFE_INTEGER }) {
      const of = { key: `counter ${tenant} ${key}` };
      const first = "INSERT INTO counters (tenant, key, value) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING";
      add({ ...of, sql: first, values: [tenant, key] });
      add({
        ...of,
        sql: `UPDATE counters SET value = value + $3::bigint WHERE tenant = $1 AND key = $2
          AND value + $3::bigint >= 0 AND ($3::bigint <= 0 OR value + $3::bigint <= $4::bigint)`,
        values: [tenant, key, more, limit],
        check: changesOne(`${key} would pass ${limit} or fall below 0`, "limit"),
      });
    },
    dropCounter: (tenant, key) =>
      add({
        key: `counter ${tenant} ${key}`,
        sql: "DELETE FROM counters WHERE tenant = $1 AND key = $2",
        values: [tenant, key],
      }),
  };
}

const insertRecords = `INSERT INTO records (tenant, kind, id, part, status, body, version)
  SELECT *, 1 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS given ORDER BY 1, 2, 3`;

function keyOf({ tenant, kind, id }: RecordKey): string {
  return `record ${tenant} ${kind} ${id}`;
}

function moved({ kind, id }: RecordKey): string {
  return `${kind} ${id} is not at the version the change was made from`;
}
