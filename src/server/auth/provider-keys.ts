import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { Discovery } from "./token-settings.ts";

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;
export type ProviderParts = { issuer: string; fetch: Fetch; clock: Clock };

const answerTimeoutMs = 5_000;

/** A provider that failed is left alone for this long. */
export const restMs = 5_000;

/**
 * The provider's keys: found by discovery when the first token comes, kept for ten minutes, read again when a token
 * names one that is not there (at most every thirty seconds).
 */
export function createProviderKeys(parts: ProviderParts): JWTVerifyGetKey {
  const discover = keepFor(restMs, parts.clock, async () => {
    const { jwks_uri } = await readDiscovery(parts);
    const options = { [customFetch]: parts.fetch, timeoutDuration: answerTimeoutMs };
    return createRemoteJWKSet(new URL(jwks_uri), options);
  });
  return async (header, token) => {
    try {
      const keys = await discover();
      return await keys(header, token);
    } catch (error) {
      if (isTokensFault(error)) throw error;
      throw new PlanwrightError("DEPENDENCY_DOWN", { message: "The identity provider does not answer.", cause: error });
    }
  };
}

async function readDiscovery({ issuer, fetch }: ProviderParts): Promise<Discovery> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const response = await fetch(address, { signal, redirect: "error", headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const document = Discovery.parse(await response.json());
  if (document.issuer !== issuer) throw new Error(`${address} speaks for ${document.issuer}`);
  return document;
}

/** Does the work once; a failure is repeated to everyone who asks within `ms` and then forgotten. */
function keepFor<T>(ms: number, clock: Clock, work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let failedAt: number | undefined;
  return () => {
    if (failedAt !== undefined && clock.now() - failedAt >= ms) kept = failedAt = undefined;
    kept ??= work().catch((error: unknown) => {
      failedAt = clock.now();
      throw error;
    });
    return kept;
  };
}

/** The provider answered, and has no such key. */
function isTokensFault(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
