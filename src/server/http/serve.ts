import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Keys } from "../../ports/keys.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log, LogFields } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { ClaimHolders, Store } from "../../ports/store.ts";
import type { Authenticate, Principal } from "../principal.ts";
import { createAnswer } from "./answer.ts";
import { createAuditTrail } from "./audit-trail.ts";
import type { Handlers } from "./exchange.ts";
import { createRateLimiter, type RateDecision, rateHeaders, type RateLimit } from "./limits.ts";
import { createIdentify, type Identify } from "../auth/identify.ts";
import { storeReason } from "./error-code.ts";
import { createLoadRefusals, type LoadRefusals } from "./load-refusals.ts";
import { errorResponse } from "./problem-response.ts";
import { withHeaders } from "./respond.ts";

export type Limits = {
  maxBodyBytes: number;
  requestTimeoutMs: number;
  /** Planning may take this long, where a model plans. */
  plannerTimeoutMs?: number | undefined;
  /** Beyond this many requests in flight the server sheds load, so that those can finish. */
  maxInFlight: number;
  /** The same for requests that only wait for a ReAct run or an agent. */
  maxWaiting: number;
  /**
   * Whether the process is overloaded; never by default. For a request that only waits it receives how many do. See
   * `watchOverload`.
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

export type ServeDeps = {
  handlers: Handlers;
  authenticate: Authenticate;
  store: Store;
  claimHolders?: ClaimHolders | undefined;
  audit: Audit;
  keys: Pick<Keys, "find">;
  clock: Clock;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  limits: Limits;
} & ShutdownSignals;

/** Signals of a process that shuts down. */
export type ShutdownSignals = {
  /** The listener is closed: streams end, and clients resume them elsewhere. */
  stopping?: AbortSignal | undefined;
  /** Requests still in flight are about to be cut off. */
  late?: AbortSignal | undefined;
};

export type IncomingRequest = {
  request: Request;
  params: Record<string, string>;
  requestId: string;
  /** Where the connection comes from; a proxy, if there is one. */
  address?: string | undefined;
};
export type Serve = (name: RouteName, route: Route, incoming: IncomingRequest) => Promise<Response>;

/** The checks of a request before its handler. */
type Guards = { identify: Identify; refusals: LoadRefusals };

export function createGuards(parts: ServeDeps): Guards {
  return { identify: createIdentify(parts), refusals: createLoadRefusals(parts) };
}

/** Serves one request, from the wire to the handler and back. Never rejects. */
export function createServe(parts: ServeDeps, guards: Guards): Serve {
  const { clock, log, metrics, limits } = parts;
  const admit = createAdmission(parts, guards);
  const answer = createAnswer(parts);
  const audited = createAuditTrail(parts);
  const counter = createRequestCounter();
  return async (name, route, incoming) => {
    const { requestId } = incoming;
    const { headers } = incoming.request;
    const traceId = traceIdOf(headers);
    const correlation = traceId === undefined ? { requestId } : { requestId, traceId };
    const startedAt = clock.now();
    const counted = counter.begin(route);
    let response: Response;
    let caller: LogFields = {};
    let commonHeaders: Record<string, string> = { "x-request-id": requestId, "x-content-type-options": "nosniff" };
    try {
      const admission = await admit({ ...incoming, name, route }, counter.counts);
      counted.admitted();
      const { principal, rate } = admission;
      caller = { tenant: principal.tenant, principal: principal.name };
      if (rate !== undefined) commonHeaders = { ...commonHeaders, ...rateHeaders(limits.rate, rate) };
      if (rate?.allowed === false) {
        await guards.refusals.rateLimited(principal, { action: name, requestId });
        throw new PlanwrightError("RATE_LIMITED");
      }
      const admitted = { ...incoming, name, route, principal, commonHeaders, ...correlation };
      response = await audited(admitted, () => answer(admitted));
    } catch (error) {
      logFailure(log, error, { ...correlation, ...caller, route: name });
      response = withHeaders(errorResponse(error, requestId), commonHeaders);
    } finally {
      counted.end();
    }
    const ms = clock.now() - startedAt;
    metrics.count("planwright_http_requests_total", { route: name, status: String(response.status) });
    metrics.observe("planwright_http_request_seconds", ms / 1000, { route: name });
    log.info("request", { event: "http.request", ...correlation, route: name, status: response.status, ms });
    return response;
  };
}

type RoutedRequest = IncomingRequest & { name: RouteName; route: Route };
type Admission = { principal: Principal; rate?: RateDecision };

/** Authenticates and applies the load limits. Public routes serve health probes and are never rejected. */
function createAdmission({ limits, clock }: ServeDeps, { identify, refusals }: Guards) {
  const spend = createRateLimiter(limits.rate, clock);
  return async (asked: RoutedRequest, { inFlight, waiting }: RequestCounts): Promise<Admission> => {
    const { name: action, route, requestId, address } = asked;
    const { headers } = asked.request;
    if (route.scope === null) return { principal: anyone };
    // Metrics matter most during an overload.
    const isFull = inFlight > limits.maxInFlight || (route.ownTime === true && waiting >= limits.maxWaiting);
    const isShed = isFull || limits.isOverloaded?.(inFlight, route.ownTime === true ? waiting : undefined) === true;
    if (isShed && route.path !== "/metrics") {
      refusals.shed(() => headers, { action, requestId });
      throw new PlanwrightError("OVERLOADED");
    }
    const principal = await identify({ action, headers, requestId, address });
    return { principal, rate: spend(`${principal.tenant}/${principal.name}`) };
  };
}

const anyone: Principal = { tenant: "", name: "anyone", scopes: new Set() };

/** A failing store gives one line per request without a stack; anything unexpected gives the stack. */
export function logFailure(log: Log, error: unknown, fields: LogFields): void {
  const reason = storeReason(error);
  if (reason !== undefined)
    log.warn("request refused: store unavailable", { event: "store.unavailable", ...fields, reason });
  else if (!(error instanceof PlanwrightError))
    log.error("request failed", { event: "http.request_failed", ...fields, error });
}

/** Requests in flight, and requests that only wait for work with its own time limit, which cost nothing here. */
type RequestCounts = { inFlight: number; waiting: number };

/** One counted request; `admitted` is called when it has passed the load limits. */
type CountedRequest = { admitted(): void; end(): void };

function createRequestCounter(): { counts: Readonly<RequestCounts>; begin(route: Route): CountedRequest } {
  const counts: RequestCounts = { inFlight: 0, waiting: 0 };
  return {
    counts,
    begin({ ownTime }) {
      let as: keyof RequestCounts = "inFlight";
      counts[as] += 1;
      return {
        admitted() {
          if (ownTime !== true) return;
          counts[as] -= 1;
          as = "waiting";
          counts[as] += 1;
        },
        end: () => void (counts[as] -= 1),
      };
    },
  };
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** The trace id of a W3C `traceparent`; undefined if it is missing or malformed. */
export function traceIdOf(headers: Headers): string | undefined {
  const [, version, traceId = "", parentId = "", more] = form.exec(headers.get("traceparent") ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(parentId) ? undefined : traceId;
}
