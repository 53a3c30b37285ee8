import { type JWTPayload, jwtVerify } from "jose";
import { type Scope, scopes } from "../../contracts/api/route.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Principal } from "../principal.ts";
import { createProviderKeys, type Fetch } from "./provider-keys.ts";
import type { TokenSettings } from "./token-settings.ts";
import { isTenant, type Verify } from "./verify.ts";

/** Asymmetric algorithms only: with a shared secret a public key could be used to forge tokens. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

type TokenVerifierDeps = { settings: TokenSettings; fetch: Fetch; clock: Clock; log: Log };

/** Verifies an OIDC provider's tokens. Rejects with `DEPENDENCY_DOWN` when the provider's keys are not available. */
export function createTokenVerifier({ settings, fetch, clock, log }: TokenVerifierDeps): Verify {
  const { issuer, audience, skewSeconds: clockTolerance } = settings;
  const keys = createProviderKeys({ issuer, fetch, clock });
  const expected = { issuer, audience, clockTolerance, algorithms, requiredClaims: ["sub", "exp"] };
  const reject = (reason: string): undefined => {
    log.debug("token rejected", { event: "auth.token_rejected", reason });
    return undefined;
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...expected, currentDate: new Date(clock.now()) });
      return principalOf(payload, settings) ?? reject("it has no tenant or no subject");
    } catch (error) {
      if (error instanceof PlanwrightError) throw error;
      return reject(error instanceof Error && "code" in error ? String(error.code) : "unreadable");
    }
  };
}

function principalOf(payload: JWTPayload, { tenantClaim, scopeClaim }: TokenSettings): Principal | undefined {
  const { sub, [tenantClaim]: tenant } = payload;
  if (!isTenant(tenant) || sub === undefined || !/^[\x20-\x7e]{1,255}$/.test(sub)) return undefined;
  return { tenant, name: `user:${sub}`, scopes: toScopes(payload[scopeClaim]) };
}

function toScopes(claim: unknown): ReadonlySet<Scope> {
  const words = new Set<unknown>(typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : []);
  return new Set(scopes.filter((scope) => words.has(scope)));
}
