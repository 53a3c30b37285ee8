import { scopes } from "../contracts/api/route.ts";
import type { ApiKey, StoredKey } from "../ports/keys.ts";

type KeyRow = Readonly<Record<string, unknown>>;

/** Columns of a key without its hash. */
export const shownColumns = "id, tenant, name, scopes, created_at, expires_at, revoked_at, last_used_at";

/** Columns of a new key, in the order of `addedValues`. */
export const addedColumns = "id, tenant, name, scopes, hash, created_at, expires_at";

export function addedValues({ id, tenant, name, scopes: given, hash, createdAt, expiresAt }: StoredKey) {
  return [id, tenant, name, given.join(" "), hash, createdAt, expiresAt ?? null];
}

export function toKey(row: KeyRow): ApiKey {
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

function timeOf(row: KeyRow, column: string, name: Time): Partial<Pick<StoredKey, Time>> {
  const at = row[column];
  return at === null || at === undefined ? {} : { [name]: Number(at) };
}
