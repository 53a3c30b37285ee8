import { createHash } from "node:crypto";
import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Json } from "../../plan/json.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Store } from "../../ports/store.ts";
import { type Authenticate, mayUse, type Principal } from "../principal.ts";
import { type Answered, createAuditTrail } from "./audit-trail.ts";
import type { Exchange, Handlers } from "./exchange.ts";
import { createOnce } from "./idempotency.ts";
import { createRateLimiter, type RateLimit } from "./limits.ts";
import { errorResponse } from "./problem-response.ts";
import { readBody } from "./read-body.ts";
import { readInputs } from "./read-exchange.ts";

export type Limits = {
  maxBodyBytes: number;
  requestTimeoutMs: number;
  /** Beyond this many requests at once the rest is turned away, so that those under way can finish. */
  maxInFlight: number;
  rate: RateLimit;
};

export const defaultLimits: Limits = {
  maxBodyBytes: 1024 * 1024,
  requestTimeoutMs: 30_000,
  maxInFlight: 512,
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
};

type Incoming = { request: Request; params: Record<string, string> };
type Serve = (name: RouteName, route: Route, incoming: Incoming) => Promise<Response>;

/** One request from the wire to the handler and back. Never rejects. */
export function createServe(parts: ServeParts): Serve {
  const { clock, ids, log, metrics, limits } = parts;
  const spend = createRateLimiter(limits.rate, clock);
  const answer = createAnswer(parts);
  const audited = createAuditTrail(parts);
  let inFlight = 0;
  return async (name, route, incoming) => {
    const requestId = givenId(incoming.request) ?? ids.next();
    const startedAt = clock.now();
    inFlight += 1;
    let response: Response;
    try {
      if (inFlight > limits.maxInFlight && route.scope !== null) throw new PlanwrightError("OVERLOADED");
      const principal = await identify(route, incoming.request, parts.authenticate);
      const spent = spend(`${principal.tenant}/${principal.name}`);
      if (!spent.allowed) throw new PlanwrightError("RATE_LIMITED");
      const admitted = { ...incoming, name, route, principal, requestId };
      response = await audited(admitted, () => answer(admitted));
      response.headers.set("ratelimit-policy", `"default";q=${limits.rate.requests};w=${limits.rate.windowMs / 1000}`);
      response.headers.set("ratelimit", `"default";r=${spent.remaining};t=${Math.ceil(spent.resetMs / 1000)}`);
    } catch (error) {
      if (!(error instanceof PlanwrightError)) log.error("request failed", { requestId, route: name, error });
      response = errorResponse(error, requestId);
    } finally {
      inFlight -= 1;
    }
    response.headers.set("x-request-id", requestId);
    const ms = clock.now() - startedAt;
    metrics.count("planwright_http_requests_total", { route: name, status: String(response.status) });
    metrics.observe("planwright_http_request_seconds", ms / 1000, { route: name });
    log.info("request", { requestId, route: name, status: response.status, ms });
    return response;
  };
}

type Admitted = Incoming & { name: RouteName; route: Route; principal: Principal; requestId: string };

function createAnswer({ handlers, store, clock, limits }: ServeParts) {
  const once = createOnce(store, clock, limits.requestTimeoutMs * 2);
  return async ({ name, route, request, params, principal, requestId }: Admitted): Promise<Answered> => {
    checkScope(route, principal);
    const text = route.body === undefined ? "" : await bodyOf(request, limits.maxBodyBytes);
    const inputs = readInputs(route, { params, url: new URL(request.url), text });
    const idempotencyKey = keyOf(request);
    const deadline = AbortSignal.timeout(limits.requestTimeoutMs);
    const streams = route.answer === "events";
    const signal = streams ? request.signal : AbortSignal.any([request.signal, deadline]);
    const exchange = { ...inputs, principal, requestId, idempotencyKey, headers: request.headers, signal };
    // The row and its handler carry the same name, which the compiler cannot follow through a variable.
    const handle = handlers[name] as (exchange: Exchange) => unknown;
    const work = async (): Promise<unknown> => handle(exchange as Exchange);
    if (idempotencyKey === undefined || route.method !== "POST") {
      const output = await (streams ? work() : inTime(work(), deadline));
      return { response: respond(route, request, output), input: inputs.body, output, repeated: false };
    }
    const asked = {
      key: idempotencyKey,
      tenant: principal.tenant,
      route: requestPath(request),
      body: inputs.body as Json,
    };
    const kept = await once(asked, async () => ({
      status: route.status,
      body: (await inTime(work(), deadline)) as Json,
    }));
    const { body: output, repeated } = kept;
    const response = respond(route, request, output);
    if (repeated) response.headers.set("idempotency-replayed", "true");
    return { response, input: inputs.body, output, repeated };
  };
}

async function identify(route: Route, request: Request, authenticate: Authenticate): Promise<Principal> {
  if (route.scope === null) return { tenant: "", name: "anyone", scopes: new Set() };
  const principal = await authenticate(request.headers);
  if (principal === undefined) throw new PlanwrightError("UNAUTHENTICATED");
  return principal;
}

function checkScope({ scope }: Route, principal: Principal): void {
  if (scope === null || mayUse(principal, scope)) return;
  throw new PlanwrightError("FORBIDDEN", { message: `This needs the scope "${scope}".` });
}

/** Bodies are JSON; a browser form can therefore not write here from another site. */
async function bodyOf(request: Request, maxBytes: number): Promise<string> {
  const type = request.headers.get("content-type");
  const text = await readBody(request, maxBytes);
  if (text === "" || (type !== null && /^application\/(?:[\w.+-]+\+)?json\b/i.test(type))) return text;
  throw new PlanwrightError("UNSUPPORTED_MEDIA_TYPE");
}

async function inTime<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const onLate = (): void => late.reject(new PlanwrightError("TIMEOUT"));
  deadline.addEventListener("abort", onLate, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener("abort", onLate);
  }
}

function respond(route: Route, request: Request, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const body = JSON.stringify(answer);
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  if (request.method !== "GET") return new Response(body, { status: route.status, headers });
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  headers.set("etag", etag);
  headers.set("cache-control", "private, no-cache");
  const known =
    request.headers
      .get("if-none-match")
      ?.split(",")
      .some((tag) => tag.trim() === etag) ?? false;
  return known ? new Response(null, { status: 304, headers }) : new Response(body, { status: route.status, headers });
}

/** The caller's own id where it is one that cannot break a log line. */
function givenId(request: Request): string | undefined {
  const id = request.headers.get("x-request-id");
  return id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

function keyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new PlanwrightError("INVALID_INPUT", { message: "An Idempotency-Key has 1 to 255 visible ASCII characters." });
}

function requestPath(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}
