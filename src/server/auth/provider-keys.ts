import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { Discovery } from "./token-settings.ts";

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;
type ProviderKeysDeps = { issuer: string; fetch: Fetch; clock: Clock };

const answerTimeoutMs = 5_000;

/** After a failure the provider is not called for this long. */
export const failureBackoffMs = 5_000;

/**
 * The provider's keys: discovered when the first token arrives, cached for ten minutes, and fetched again when a token
 * names an unknown key (at most every thirty seconds).
 */
export function createProviderKeys(parts: ProviderKeysDeps): JWTVerifyGetKey {
  const discover = memoize(failureBackoffMs, parts.clock, async () => {
    const { jwks_uri } = await readDiscovery(parts);
    const options = { [customFetch]: parts.fetch, timeoutDuration: answerTimeoutMs };
    return createRemoteJWKSet(new URL(jwks_uri), options);
  });
  return async (header, token) => {
    try {
      const keys = await discover();
      return await keys(header, token);
    } catch (error) {
      if (isTokenFault(error)) throw error;
      throw new PlanwrightError("DEPENDENCY_DOWN", { message: "The identity provider did not respond.", cause: error });
    }
  };
}

async function readDiscovery({ issuer, fetch }: ProviderKeysDeps): Promise<Discovery> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const response = await fetch(address, { signal, redirect: "error", headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  const document = Discovery.parse(await response.json());
  if (document.issuer !== issuer) throw new Error(`${address} names another issuer: ${document.issuer}`);
  return document;
}

/** Runs the work once; a failure is cached for `ms` and then tried again. */
function memoize<T>(ms: number, clock: Clock, work: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  let failedAt: number | undefined;
  return () => {
    if (failedAt !== undefined && clock.now() - failedAt >= ms) cached = failedAt = undefined;
    cached ??= work().catch((error: unknown) => {
      failedAt = clock.now();
      throw error;
    });
    return cached;
  };
}

/** The provider responded and does not have the token's key. */
function isTokenFault(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
