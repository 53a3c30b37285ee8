import type { Scope } from "../contracts/api/route.ts";

/** An API key without its secret. */
export type ApiKey = {
  id: string;
  tenant: string;
  name: string;
  scopes: readonly Scope[];
  createdAt: number;
  /** Invalid from this time on. */
  expiresAt?: number;
  revokedAt?: number;
  /** Rounded down: uses are recorded at intervals, not every time. */
  lastUsedAt?: number;
};

/** A stored key: a hash, from which the secret cannot be recovered. */
export type StoredKey = ApiKey & { hash: string };

export interface Keys {
  /** Rejects with `StoreError` code `conflict` when the id is taken. */
  add(key: StoredKey): Promise<void>;
  find(id: string): Promise<StoredKey | undefined>;
  /** Oldest first; all tenants when none is given. */
  list(tenant?: string): Promise<ApiKey[]>;
  /** Whether the key exists. Only the first revocation counts. */
  revoke(id: string, at: number): Promise<boolean>;
  noteUse(id: string, at: number): Promise<void>;
}
