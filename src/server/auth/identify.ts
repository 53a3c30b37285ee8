import { compact } from "../../plan/compact.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Keys } from "../../ports/keys.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import { createAuditWriter } from "../http/audit-writer.ts";
import { createRateLimiter } from "../http/limits.ts";
import type { Authenticate, Principal } from "../principal.ts";
import { keyIdOf } from "./key-text.ts";

type IdentifyRequest = {
  /** What the caller wants, for the audit log. */
  action: string;
  headers: Headers;
  requestId: string;
  address?: string | undefined;
};

/** Resolves to the caller. Rejects with `UNAUTHENTICATED`, or with `RATE_LIMITED` for an address that fails too often. */
export type Identify = (request: IdentifyRequest) => Promise<Principal>;

type IdentifyDeps = {
  authenticate: Authenticate;
  audit: Audit;
  clock: Clock;
  keys: Pick<Keys, "find">;
  log: Log;
  metrics: Metrics;
};

/** More failures than this from one address in a minute are only counted. */
const limit = { requests: 30, windowMs: 60_000 };

/**
 * Identifies callers for all endpoints. Records a credential that was refused in the log, the audit log and the metrics. A
 * valid credential is never throttled, so nobody behind the same proxy can be locked out.
 */
export function createIdentify({ authenticate, ...deps }: IdentifyDeps): Identify {
  const { keys, clock, log, metrics } = deps;
  const spend = createRateLimiter(limit, clock);
  const write = createAuditWriter(deps);
  return async ({ action, headers, requestId, address = "unknown" }) => {
    const principal = await authenticate(headers);
    if (principal !== undefined) return principal;
    const authorization = headers.get("authorization");
    if (authorization === null) throw new PlanwrightError("UNAUTHENTICATED");
    metrics.count("planwright_logins_failed_total", {});
    if (!spend(address).allowed) throw new PlanwrightError("RATE_LIMITED");
    const key = keyIdOf(authorization.replace(/^Bearer +/i, ""));
    const subjects = key === undefined ? [] : [key];
    log.warn("login failed", {
      event: "auth.login_failed",
      requestId,
      address,
      route: action,
      ...compact({ key: key || undefined }),
    });
    // The owner of the key sees who tries it. A credential that names no key belongs to nobody.
    const tenant = key === undefined ? "" : ((await keys.find(key))?.tenant ?? "");
    await write({ tenant, principal: "unknown", action, subjects, requestId, outcome: "UNAUTHENTICATED" });
    throw new PlanwrightError("UNAUTHENTICATED");
  };
}
