import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { scopes } from "../../contracts/api/route.ts";
import type { ApiKey, Keys, StoredKey } from "../../ports/keys.ts";
import type { Database } from "./database.ts";

const shown = "id, tenant, name, scopes, created_at, expires_at, revoked_at, last_used_at";

/** API keys in the database; what is stored lets nobody in. */
export function createSqliteKeys(db: Database): Keys {
  const change = (sql: string, ...values: SQLInputValue[]): Promise<boolean> =>
    db.commit(() => Number(db.prepare(sql).run(...values).changes) > 0);
  return {
    async add({ id, tenant, name, scopes, hash, createdAt, expiresAt }) {
      const values = [id, tenant, name, scopes.join(" "), hash, createdAt, expiresAt ?? null];
      const columns = "id, tenant, name, scopes, hash, created_at, expires_at";
      await change(`INSERT INTO api_keys (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`, ...values);
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

function toKey(row: Record<string, SQLOutputValue>): ApiKey {
  const given = new Set(String(row["scopes"]).split(" "));
  return {
    id: String(row["id"]),
    tenant: String(row["tenant"]),
    name: String(row["name"]),
    scopes: scopes.filter((scope) => given.has(scope)),
    createdAt: Number(row["created_at"]),
    ...timeOf(row, "expires_at", "expiresAt"),
    ...timeOf(row, "revoked_at", "revokedAt"),
    ...timeOf(row, "last_used_at", "lastUsedAt"),
  };
}

type Time = "expiresAt" | "revokedAt" | "lastUsedAt";

function timeOf(row: Record<string, SQLOutputValue>, column: string, name: Time): Partial<Pick<StoredKey, Time>> {
  const at = row[column];
  return at === null || at === undefined ? {} : { [name]: Number(at) };
}
