import { scopes } from "../contracts/api/route.ts";
import type { ApiKey, Keys, StoredKey } from "../ports/keys.ts";
import type { SqlDatabase, SqlRow } from "./sql.ts";

const shown = "id, tenant, name, scopes, created_at, expires_at, revoked_at, last_used_at";

/** API keys; only hashes are stored. */
export function createKeys(db: SqlDatabase): Keys {
  return {
    async add({ id, tenant, name, scopes: given, hash, createdAt, expiresAt = null }) {
      const columns = "id, tenant, name, scopes, hash, created_at, expires_at";
      const values = [id, tenant, name, given.join(" "), hash, createdAt, expiresAt];
      await db.change(`INSERT INTO api_keys (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, values);
    },
    async find(id) {
      const [row] = await db.read(`SELECT ${shown}, hash FROM api_keys WHERE id = $1`, [id]);
      return row === undefined ? undefined : { ...toKey(row), hash: String(row["hash"]) };
    },
    async list(tenant) {
      const where = tenant === undefined ? "" : "WHERE tenant = $1";
      const values = tenant === undefined ? [] : [tenant];
      return (await db.read(`SELECT ${shown} FROM api_keys ${where} ORDER BY created_at, id`, values)).map(toKey);
    },
    async revoke(id, at) {
      const revoke = "UPDATE api_keys SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2";
      return (await db.change(revoke, [at, id])) > 0;
    },
    async noteUse(id, at) {
      const used = "UPDATE api_keys SET last_used_at = $1 WHERE id = $2 AND coalesce(last_used_at, 0) < $1";
      await db.change(used, [at, id]);
    },
  };
}

function toKey(row: SqlRow): ApiKey {
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

function timeOf(row: SqlRow, column: string, name: Time): Partial<Pick<StoredKey, Time>> {
  const at = row[column];
  return at === null || at === undefined ? {} : { [name]: Number(at) };
}
