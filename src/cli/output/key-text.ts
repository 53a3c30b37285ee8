import type { ApiKey } from "../../server/auth/keyring.ts";

/** A key as `--json` prints it. */
export function toKeyView({ id, tenant, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }: ApiKey) {
  return {
    id,
    tenant,
    name,
    scopes,
    created_at: iso(createdAt),
    expires_at: iso(expiresAt),
    revoked_at: iso(revokedAt),
    last_used_at: iso(lastUsedAt),
  };
}

/** One line per key: id, tenant, name, scopes, state. */
export function keyLine(key: ApiKey, now: number): string {
  const { id, tenant, name, scopes } = key;
  return `${id}  ${tenant.padEnd(12)} ${name.padEnd(16)} ${scopes.join(",").padEnd(16)} ${keyState(key, now)}\n`;
}

function keyState({ expiresAt, revokedAt, lastUsedAt }: ApiKey, now: number): string {
  if (revokedAt !== undefined) return `revoked ${iso(revokedAt)}`;
  if (expiresAt !== undefined && expiresAt <= now) return `expired ${iso(expiresAt)}`;
  const used = lastUsedAt === undefined ? "never used" : `last used ${iso(lastUsedAt)}`;
  return expiresAt === undefined ? used : `${used}, expires ${iso(expiresAt)}`;
}

function iso(at: number): string;
function iso(at: number | undefined): string | null;
function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
