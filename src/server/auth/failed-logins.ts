import type { RouteName } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Keys } from "../../ports/keys.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import { createRateLimiter } from "../http/limits.ts";
import { keyIdOf } from "./key-text.ts";

type FailedLogin = { action: RouteName; requestId: string; address: string; authorization: string };

type FailedLoginDeps = { audit: Audit; clock: Clock; keys: Pick<Keys, "find">; log: Log; metrics: Metrics };

/** More failures than this from one address in a minute are only counted. */
const limit = { requests: 30, windowMs: 60_000 };

/**
 * Records a credential that was refused: in the log, the audit log and the metrics. Throws `RATE_LIMITED` for an address
 * that fails too often. A valid credential is never throttled, so nobody behind the same proxy can be locked out.
 */
export function createFailedLogins({ audit, clock, keys, log, metrics }: FailedLoginDeps) {
  const spend = createRateLimiter(limit, clock);
  return async ({ action, requestId, address, authorization }: FailedLogin): Promise<void> => {
    metrics.count("planwright_logins_failed_total", {});
    if (!spend(address).allowed) throw new PlanwrightError("RATE_LIMITED");
    const key = keyIdOf(authorization.replace(/^Bearer +/i, ""));
    const subjects = key === undefined ? [] : [key];
    log.warn("login failed", { event: "auth.login_failed", requestId, address, route: action, ...(key && { key }) });
    // The owner of the key sees who tries it. A credential that names no key belongs to nobody.
    const tenant = key === undefined ? "" : ((await keys.find(key))?.tenant ?? "");
    const entry = { tenant, principal: "unknown", action, subjects, requestId, at: clock.now() };
    await audit
      .record({ ...entry, outcome: "UNAUTHENTICATED" })
      .catch((error: unknown) =>
        log.error("could not store an audit entry", { event: "audit.write_failed", ...entry, error }),
      );
  };
}
