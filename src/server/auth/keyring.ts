import { randomBytes } from "node:crypto";
import type { Scope } from "../../contracts/api/route.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ApiKey, Keys, StoredKey } from "../../ports/keys.ts";
import type { Log } from "../../ports/log.ts";
import type { Principal } from "../principal.ts";
import { type Chance, createKeyText, hashKey, isSameHash, keyIdOf } from "./key-text.ts";
import type { Verify } from "./verify.ts";

export type { ApiKey };

export type Grant = { tenant: string; name: string; scopes: readonly Scope[]; expiresAt?: number };

export type Keyring = {
  /** Makes a key. Its text is in this answer and nowhere else, ever. */
  issue(grant: Grant): Promise<{ key: ApiKey; text: string }>;
  list(tenant?: string): Promise<ApiKey[]>;
  /** Whether any key at all lets someone in now. */
  holdsKey(): Promise<boolean>;
  /** Here it counts at once, in other processes after `keyFreshMs` at the latest. */
  revoke(id: string): Promise<boolean>;
  verify: Verify;
};

export type KeyringParts = { keys: Keys; clock: Clock; log: Log; chance?: Chance };

/** How long a key that was read is believed: the longest a revocation by another process can go unnoticed. */
export const keyFreshMs = 1_000;

/** A use is noted at most this often. */
export const noteUseMs = 5 * 60_000;

export function createKeyring({ keys, clock, log, chance = randomBytes }: KeyringParts): Keyring {
  const lookUp = createLookUp(keys, clock);
  const noteUse = createNoteUse({ keys, log });
  return {
    async issue(grant) {
      const { id, text } = createKeyText(chance);
      const key: ApiKey = { id, ...grant, createdAt: clock.now() };
      await keys.add({ ...key, hash: hashKey(text) });
      return { key, text };
    },
    list: (tenant) => keys.list(tenant),
    holdsKey: async () => (await keys.list()).some((key) => isInForce(key, clock.now())),
    async revoke(id) {
      const found = await keys.revoke(id, clock.now());
      lookUp.forget(id);
      return found;
    },
    async verify(text) {
      const id = keyIdOf(text);
      if (id === undefined) return undefined;
      const key = await lookUp.find(id);
      // An unknown id is compared too, so that the time taken does not tell which ids there are.
      const isSame = isSameHash(hashKey(text), key?.hash ?? nobodysHash);
      if (key === undefined || !isSame || !isInForce(key, clock.now())) return undefined;
      noteUse(key, clock.now());
      return principalOf(key);
    },
  };
}

const nobodysHash = "0".repeat(64);

function isInForce({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || now < expiresAt);
}

/** Only keys that exist are kept, so guesses cannot fill the memory. */
function createLookUp(keys: Keys, clock: Clock) {
  const known = new Map<string, { key: StoredKey; readAt: number }>();
  return {
    async find(id: string): Promise<StoredKey | undefined> {
      const kept = known.get(id);
      const age = kept === undefined ? Infinity : clock.now() - kept.readAt;
      if (kept !== undefined && age >= 0 && age < keyFreshMs) return kept.key;
      const readAt = clock.now();
      const key = await keys.find(id);
      if (key === undefined) known.delete(id);
      else known.set(id, { key, readAt });
      return key;
    },
    forget: (id: string): boolean => known.delete(id),
  };
}

/** Nobody waits for the note, and a note that fails stops nobody. */
function createNoteUse({ keys, log }: Pick<KeyringParts, "keys" | "log">) {
  const notedAt = new Map<string, number>();
  return ({ id, lastUsedAt = -Infinity }: ApiKey, now: number): void => {
    if (now - Math.max(lastUsedAt, notedAt.get(id) ?? -Infinity) < noteUseMs) return;
    notedAt.set(id, now);
    keys.noteUse(id, now).catch((error: unknown) => log.warn("the use of a key was not noted", { keyId: id, error }));
  };
}

function principalOf({ id, name, tenant, scopes }: ApiKey): Principal {
  return { tenant, name: `key:${name}#${id}`, scopes: new Set(scopes) };
}
