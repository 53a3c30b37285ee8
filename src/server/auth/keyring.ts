import { createBoundedCache } from "../../plan/bounded-cache.ts";
import { randomBytes as nodeRandomBytes } from "node:crypto";
import type { Scope } from "../../contracts/api/route.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ApiKey, Keys, StoredKey } from "../../ports/keys.ts";
import type { Log } from "../../ports/log.ts";
import type { Principal } from "../principal.ts";
import { type RandomBytes, createKeyText, hashKey, isSameHash, keyIdOf } from "./key-text.ts";
import type { Verify } from "./verify.ts";

export type { ApiKey };

type Grant = { tenant: string; name: string; scopes: readonly Scope[]; expiresAt?: number };

export type Keyring = {
  /** Creates a key. Its text is returned only here and is never stored. */
  issue(grant: Grant): Promise<{ key: ApiKey; text: string }>;
  list(tenant?: string): Promise<ApiKey[]>;
  /** Whether there is at least one active key. */
  hasActiveKey(): Promise<boolean>;
  /** Takes effect at once in this process, in other processes after `keyCacheTtlMs` at the latest. */
  revoke(id: string): Promise<boolean>;
  verify: Verify;
};

type KeyringDeps = { keys: Keys; clock: Clock; log: Log; randomBytes?: RandomBytes };

/** How long a key is cached: the longest time a revocation by another process can go unnoticed. */
export const keyCacheTtlMs = 1_000;

/** `lastUsedAt` is written at most this often. */
export const lastUsedIntervalMs = 5 * 60_000;

export function createKeyring({ keys, clock, log, randomBytes = nodeRandomBytes }: KeyringDeps): Keyring {
  const keyCache = createKeyCache(keys, clock);
  const recordUse = createUseRecorder({ keys, log });
  return {
    async issue(grant) {
      const { id, text } = createKeyText(randomBytes);
      const key: ApiKey = { id, ...grant, createdAt: clock.now() };
      await keys.add({ ...key, hash: hashKey(text) });
      return { key, text };
    },
    list: (tenant) => keys.list(tenant),
    hasActiveKey: async () => (await keys.list()).some((key) => isActive(key, clock.now())),
    async revoke(id) {
      const found = await keys.revoke(id, clock.now());
      keyCache.forget(id);
      return found;
    },
    async verify(text) {
      const id = keyIdOf(text);
      if (id === undefined) return undefined;
      const key = await keyCache.find(id);
      // Compares also for an unknown id, so that the response time does not reveal which ids exist.
      const isSame = isSameHash(hashKey(text), key?.hash ?? unknownKeyHash);
      if (key === undefined || !isSame || !isActive(key, clock.now())) return undefined;
      recordUse(key, clock.now());
      return principalOf(key);
    },
  };
}

const unknownKeyHash = "0".repeat(64);
const maxCachedKeys = 100_000;

function isActive({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || now < expiresAt);
}

/** Caches only existing keys, so that guesses cannot fill the memory. */
function createKeyCache(keys: Keys, clock: Clock) {
  const known = createBoundedCache<string, { key: StoredKey; readAt: number }>(maxCachedKeys);
  return {
    async find(id: string): Promise<StoredKey | undefined> {
      const cached = known.get(id);
      const age = cached === undefined ? Infinity : clock.now() - cached.readAt;
      if (cached !== undefined && age >= 0 && age < keyCacheTtlMs) return cached.key;
      const readAt = clock.now();
      const key = await keys.find(id);
      if (key === undefined) known.delete(id);
      else known.set(id, { key, readAt });
      return key;
    },
    forget: (id: string): boolean => known.delete(id),
  };
}

/** Records the last use in the background; a failure does not fail the request. */
function createUseRecorder({ keys, log }: Pick<KeyringDeps, "keys" | "log">) {
  const recordedAt = createBoundedCache<string, number>(maxCachedKeys);
  return ({ id, lastUsedAt = -Infinity }: ApiKey, now: number): void => {
    if (now - Math.max(lastUsedAt, recordedAt.get(id) ?? -Infinity) < lastUsedIntervalMs) return;
    recordedAt.set(id, now);
    keys
      .noteUse(id, now)
      .catch((error: unknown) =>
        log.warn("could not record the use of an API key", { event: "auth.key_use_not_recorded", keyId: id, error }),
      );
  };
}

function principalOf({ id, name, tenant, scopes }: ApiKey): Principal {
  return { tenant, name: `key:${name}#${id}`, scopes: new Set(scopes) };
}
