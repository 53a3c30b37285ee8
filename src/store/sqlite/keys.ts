import type { SQLInputValue } from "node:sqlite";
import type { Keys } from "../../ports/keys.ts";
import { addedColumns, addedValues, shownColumns as shown, toKey } from "../key-row.ts";
import type { Database } from "./database.ts";

/** API keys; only hashes are stored. */
export function createSqliteKeys(db: Database): Keys {
  const change = (sql: string, ...values: SQLInputValue[]): Promise<boolean> =>
    db.commit(() => Number(db.prepare(sql).run(...values).changes) > 0);
  return {
    async add(key) {
      await change(`INSERT INTO api_keys (${addedColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`, ...addedValues(key));
    },
    async find(id) {
      const row = db.prepare(`SELECT ${shown}, hash FROM api_keys WHERE id = ?`).get(id);
      return row === undefined ? undefined : { ...toKey(row), hash: String(row["hash"]) };
    },
    list: async (tenant) =>
      db
        .prepare(`SELECT ${shown} FROM api_keys WHERE ?1 IS NULL OR tenant = ?1 ORDER BY created_at, id`)
        .all(tenant ?? null)
        .map(toKey),
    revoke: (id, at) => change("UPDATE api_keys SET revoked_at = ifnull(revoked_at, ?) WHERE id = ?", at, id),
    async noteUse(id, at) {
      await change("UPDATE api_keys SET last_used_at = max(ifnull(last_used_at, 0), ?) WHERE id = ?", at, id);
    },
  };
}
