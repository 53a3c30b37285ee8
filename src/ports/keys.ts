import type { Scope } from "../contracts/api/route.ts";

/** An API key as its owner may see it: everything but what would let someone in. */
export type ApiKey = {
  id: string;
  tenant: string;
  name: string;
  scopes: readonly Scope[];
  createdAt: number;
  /** Not valid from this moment on. */
  expiresAt?: number;
  revokedAt?: number;
  /** Rounded down: a use is noted once in a while, not every time. */
  lastUsedAt?: number;
};

/** What is kept of a key: a hash, from which its text cannot be had back. */
export type StoredKey = ApiKey & { hash: string };

export interface Keys {
  /** Rejects with `StoreError` code `conflict` when the id is taken. */
  add(key: StoredKey): Promise<void>;
  find(id: string): Promise<StoredKey | undefined>;
  /** Oldest first; of every tenant where none is named. */
  list(tenant?: string): Promise<ApiKey[]>;
  /** Whether there is such a key. The first revocation is the one that counts. */
  revoke(id: string, at: number): Promise<boolean>;
  noteUse(id: string, at: number): Promise<void>;
}
