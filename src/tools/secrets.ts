import { createBoundedCache } from "../plan/bounded-cache.ts";
import { mapStrings } from "../plan/map-strings.ts";
import { redactedMark } from "../plan/redact.ts";

/** Replaces known secrets, so that none reaches a run, an export, a backup or a model. */
export type Secrets = {
  /** The value without the configured secrets and without those issued to the tenant. */
  hide<T>(value: T, tenant?: string): T;
  /** Secrets that a tenant got while the process runs. */
  addFor(tenant: string, values: readonly (string | undefined)[]): void;
};

/** Shorter values are not replaced: they would also match ordinary words. */
export const minSecretLength = 8;

/** An answer may still contain a token that was renewed meanwhile. */
const maxIssued = 32;
const maxTenants = 10_000;

export function createSecrets(configured: readonly string[] = []): Secrets {
  const known = longEnough(configured);
  const issued = createBoundedCache<string, readonly string[]>(maxTenants);
  return {
    hide(value, tenant) {
      const secrets = tenant === undefined ? known : [...known, ...(issued.get(tenant) ?? [])];
      const text = secrets.length === 0 || value === undefined ? "" : JSON.stringify(value);
      // The longest first, because a secret may contain another one.
      const found = secrets
        .filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))
        .toSorted((a, b) => b.length - a.length);
      if (found.length === 0) return value;
      const hide = (one: string): string =>
        found.reduce((clean, secret) => clean.replaceAll(secret, redactedMark), one);
      return mapStrings(value, hide, hide);
    },
    addFor(tenant, values) {
      const before = issued.get(tenant) ?? [];
      const added = longEnough(values).filter((value) => !before.includes(value));
      if (added.length > 0) issued.set(tenant, [...added, ...before].slice(0, maxIssued));
    },
  };
}

function longEnough(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values)].filter((value) => value !== undefined).filter(({ length }) => length >= minSecretLength);
}
