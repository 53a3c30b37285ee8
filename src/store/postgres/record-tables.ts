import type { Tx } from "../../ports/store.ts";
import type { RecordKey } from "../../ports/stored-record.ts";
import { type AddStatement, changesOne } from "./rows.ts";

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

function moved({ kind, id }: RecordKey): string {
  return `${kind} ${id} is not at the version the change was made from`;
}
