import { scopes } from "../../contracts/api/route.ts";
import type { ApiKey, Keys, StoredKey } from "../../ports/keys.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Row } from "./session.ts";

const shown = "id, tenant, name, scopes, created_at, expires_at, revoked_at, last_used_at";

/** API keys in the database; what is stored lets nobody in. */
export function createPostgresKeys(db: PostgresDatabase): Keys {
  const change = async (sql: string, values: readonly unknown[]): Promise<boolean> => {
    let changed = false;
    await db.write([{ sql, values, check: ({ count }) => void (changed = count > 0) }]);
    return changed;
  };
  return {
    async add({ id, tenant, name, scopes: given, hash, createdAt, expiresAt }) {
      const columns = "id, tenant, name, scopes, hash, created_at, expires_at";
      const values = [id, tenant, name, given.join(" "), hash, createdAt, expiresAt ?? null];
      await change(`INSERT INTO api_keys (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, values);
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

function toKey(row: Row): ApiKey {
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

function timeOf(row: Row, column: string, name: Time): Partial<Pick<StoredKey, Time>> {
  const at = row[column];
  return at === null || at === undefined ? {} : { [name]: Number(at) };
}
