import type { Keys } from "../../ports/keys.ts";
import { addedColumns, addedValues, shownColumns as shown, toKey } from "../key-row.ts";
import type { PostgresDatabase } from "./database.ts";

/** API keys; only hashes are stored. */
export function createPostgresKeys(db: PostgresDatabase): Keys {
  const change = async (sql: string, values: readonly unknown[]): Promise<boolean> => {
    let changed = false;
    await db.write([{ sql, values, check: ({ count }) => void (changed = count > 0) }]);
    return changed;
  };
  return {
    async add(key) {
      await change(`INSERT INTO api_keys (${addedColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, addedValues(key));
    },
    async find(id) {
      const [row] = await db.read(`SELECT ${shown}, hash FROM api_keys WHERE id = $1`, [id]);
      return row === undefined ? undefined : { ...toKey(row), hash: String(row["hash"]) };
    },
    async list(tenant) {
      const list = `SELECT ${shown} FROM api_keys WHERE $1::text IS NULL OR tenant = $1 ORDER BY created_at, id`;
      return (await db.read(list, [tenant ?? null])).map(toKey);
    },
    revoke: (id, at) => change("UPDATE api_keys SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2", [at, id]),
    async noteUse(id, at) {
      await change("UPDATE api_keys SET last_used_at = greatest(last_used_at, $1) WHERE id = $2", [at, id]);
    },
  };
}
