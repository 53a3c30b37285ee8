import { StoreError } from "../../ports/store-error.ts";
import type { Tx } from "../../ports/store.ts";
import type { RecordKey } from "../../ports/stored-record.ts";
import type { Database } from "./database.ts";
import { createReactEntries } from "./react-entries.ts";
import { changeOne } from "./rows.ts";

/** Documents of other modules, and the counters behind quotas and budgets. */
export function recordWrites(db: Database): Pick<Tx, "putRecord" | "dropRecord" | "count" | "dropCounter"> {
  return { ...documentWrites(db), ...counterWrites(db) };
}

function documentWrites(db: Database): Pick<Tx, "putRecord" | "dropRecord"> {
  const add = db.prepare(
    "INSERT INTO records (tenant, kind, id, version, part, status, body) VALUES (?, ?, ?, 1, ?, ?, ?)",
  );
  const set = db.prepare(
    `UPDATE records SET version = version + 1, part = ?, status = ?, body = ?
     WHERE tenant = ? AND kind = ? AND id = ? AND version = ?`,
  );
  const drop = db.prepare("DELETE FROM records WHERE tenant = ? AND kind = ? AND id = ? AND version = ?");
  const entries = createReactEntries(db);
  return {
    putRecord({ tenant, kind, id, group = null, status = null, body }, was) {
      const text = JSON.stringify(body);
      if (was === 0) add.run(tenant, kind, id, group, status, text);
      else changeOne(set.run(group, status, text, tenant, kind, id, was), moved({ tenant, kind, id }));
      entries.put({ tenant, kind, id, status, body }, was === 0);
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

function moved({ kind, id }: RecordKey): string {
  return `${kind} ${id} is not at the version the change was made from`;
}
