import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Store } from "../../ports/store.ts";
import type { Authenticate, Principal } from "../principal.ts";
import { createAnswer } from "./answer.ts";
import { createAuditTrail } from "./audit-trail.ts";
import type { Handlers } from "./exchange.ts";
import { createRateLimiter, rateHeaders, type RateLimit, type Spent } from "./limits.ts";
import { errorResponse } from "./problem-response.ts";
import { carrying } from "./respond.ts";
import { createTally, type Under } from "./tally.ts";
import { traceIdOf } from "./trace.ts";

export type Limits = {
  maxBodyBytes: number;
  requestTimeoutMs: number;
  /** Beyond this many requests at once the rest is turned away, so that those under way can finish. */
  maxInFlight: number;
  /** The same for those that only wait, for an answer of a ReAct run or an agent. */
  maxWaiting: number;
  /**
   * Whether the process is behind with its work as it is; never by default. Of a request that will only wait it is told how many
   * do. See `watchOverload`.
   */
  isOverloaded?: (inFlight: number, waiting?: number) => boolean;
  rate: RateLimit;
};

export const defaultLimits: Limits = {
  maxBodyBytes: 1024 * 1024,
  requestTimeoutMs: 30_000,
  maxInFlight: 512,
  maxWaiting: 4096,
  rate: { requests: 6000, windowMs: 60_000 },
};

export type ServeParts = {
  handlers: Handlers;
  authenticate: Authenticate;
  store: Store;
  audit: Audit;
  clock: Clock;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  limits: Limits;
} & Endings;

/** Signals of a process that ends. */
export type Endings = {
  /** It takes no new connection: streams say so and close, to be taken up elsewhere. */
  stopping?: AbortSignal | undefined;
  /** What is not answered now will not be. */
  late?: AbortSignal | undefined;
};

export type Incoming = { request: Request; params: Record<string, string>; requestId: string };
export type Serve = (name: RouteName, route: Route, incoming: Incoming) => Promise<Response>;

/** One request from the wire to the handler and back. Never rejects. */
export function createServe(parts: ServeParts): Serve {
  const { clock, log, metrics, limits } = parts;
  const admit = createAdmission(parts);
  const answer = createAnswer(parts);
  const audited = createAuditTrail(parts);
  const tally = createTally();
  return async (name, route, incoming) => {
    const { requestId } = incoming;
    const { headers } = incoming.request;
    const traceId = traceIdOf(headers);
    const marks = traceId === undefined ? { requestId } : { requestId, traceId };
    const startedAt = clock.now();
    const counted = tally.begin(route);
    let response: Response;
    let along: Record<string, string> = { "x-request-id": requestId };
    try {
      const admission = await admit(route, headers, tally.under);
      counted.admitted();
      const { principal, spent } = admission;
      if (spent !== undefined) along = { ...along, ...rateHeaders(limits.rate, spent) };
      if (spent?.allowed === false) throw new PlanwrightError("RATE_LIMITED");
      const admitted = { ...incoming, name, route, principal, along, ...marks };
      response = await audited(admitted, () => answer(admitted));
    } catch (error) {
      if (!(error instanceof PlanwrightError)) log.error("request failed", { ...marks, route: name, error });
      response = carrying(errorResponse(error, requestId), along);
    } finally {
      counted.end();
    }
    const ms = clock.now() - startedAt;
    metrics.count("planwright_http_requests_total", { route: name, status: String(response.status) });
    metrics.observe("planwright_http_request_seconds", ms / 1000, { route: name });
    log.info("request", { ...marks, route: name, status: response.status, ms });
    return response;
  };
}

type Admission = { principal: Principal; spent?: Spent };

/** Who asks, and whether there is room. What is open to everyone is asked by probes: it is never turned away. */
function createAdmission({ limits, clock, authenticate }: ServeParts) {
  const spend = createRateLimiter(limits.rate, clock);
  return async (route: Route, headers: Headers, { inFlight, waiting }: Under): Promise<Admission> => {
    if (route.scope === null) return { principal: anyone };
    // The figures are wanted most when there is too much to do.
    const isFull = inFlight > limits.maxInFlight || (route.ownTime === true && waiting >= limits.maxWaiting);
    const isShed = isFull || limits.isOverloaded?.(inFlight, route.ownTime === true ? waiting : undefined) === true;
    if (isShed && route.path !== "/metrics") throw new PlanwrightError("OVERLOADED");
    const principal = await authenticate(headers);
    if (principal === undefined) throw new PlanwrightError("UNAUTHENTICATED");
    return { principal, spent: spend(`${principal.tenant}/${principal.name}`) };
  };
}

const anyone: Principal = { tenant: "", name: "anyone", scopes: new Set() };
