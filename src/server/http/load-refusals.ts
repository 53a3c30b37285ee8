import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Authenticate, Principal } from "../principal.ts";
import { createAuditWriter } from "./audit-writer.ts";
import { createRateLimiter } from "./limits.ts";

type RefusedRequest = { action: string; requestId: string };

/** Records requests with a valid credential that were refused for their number or for the load of the process. */
export type LoadRefusals = {
  rateLimited(principal: Principal, request: RefusedRequest): Promise<void>;
  /**
   * Authenticates only now, because shedding load comes before authentication. In the background: a store that hangs must
   * not delay the refusal.
   */
  shed(headers: () => Headers, request: RefusedRequest): void;
};

/** More entries than this a minute, for each caller and for all shed requests, would only add to the load. */
const limit = { requests: 30, windowMs: 60_000 };

type LoadRefusalDeps = { authenticate: Authenticate; audit: Audit; clock: Clock; log: Log };

export function createLoadRefusals(deps: LoadRefusalDeps): LoadRefusals {
  const { authenticate, clock } = deps;
  const write = createAuditWriter(deps);
  const [ofCaller, ofProcess] = [createRateLimiter(limit, clock), createRateLimiter(limit, clock)];
  const record = async ({ tenant, name }: Principal, request: RefusedRequest, outcome: string): Promise<void> => {
    if (ofCaller(`${tenant}/${name}`).allowed)
      await write({ ...request, tenant, principal: name, subjects: [], outcome });
  };
  return {
    rateLimited: (principal, request) => record(principal, request, "RATE_LIMITED"),
    shed(headers, request) {
      if (!ofProcess("").allowed) return;
      authenticate(headers()).then(
        (principal) => principal && record(principal, request, "OVERLOADED"),
        () => undefined,
      );
    },
  };
}
