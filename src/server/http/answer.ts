import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Json } from "../../plan/json.ts";
import { mayUse, type Principal } from "../principal.ts";
import type { HandlerOutcome } from "./audit-trail.ts";
import { createIdempotency } from "./idempotency.ts";
import { readBody } from "./read-body.ts";
import { respond } from "./respond.ts";
import type { IncomingRequest, ServeDeps } from "./serve.ts";
import type { Clock } from "../../ports/clock.ts";
import { createIssue } from "../../plan/create-issue.ts";
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { parseWith } from "../../plan/parse.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { parseJsonText } from "../../plan/json-text.ts";
import { joinPointer } from "../../plan/pointer.ts";

/** A request that passed authentication and the load limits. */
type AdmittedRequest = IncomingRequest & {
  name: RouteName;
  route: Route;
  principal: Principal;
  requestId: string;
  traceId?: string;
  commonHeaders: Readonly<Record<string, string>>;
};

/** Parses the request by its route and calls the handler, once for each `Idempotency-Key`. */
export function createAnswer({ handlers, store, claimHolders, clock, limits, stopping, late }: ServeDeps) {
  const once = createIdempotency(store, clock, claimHolders);
  return async (admitted: AdmittedRequest): Promise<HandlerOutcome> => {
    const { name, route, params, request, principal, requestId, traceId } = admitted;
    checkScope(route, principal);
    const text = route.body === undefined ? "" : await bodyOf(request, limits.maxBodyBytes, route.raw);
    const inputs = await readInputs(route, { params, url: request.url, text });
    const idempotencyKey = idempotencyKeyOf(request, principal);
    const known = { ...inputs, stopping, principal, requestId, traceId, idempotencyKey, headers: request.headers };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- route and handler have the same name, and the route parsed the inputs
    const handle = handlers[name] as (exchange: typeof known & { signal: AbortSignal }) => Json | Promise<Json>;
    const work = async (signal: AbortSignal): Promise<Json> => handle({ ...known, signal });
    const toOutcome = (output: unknown, repeated = false): HandlerOutcome => {
      const response = respond(admitted, output);
      if (repeated) response.headers.set("idempotency-replayed", "true");
      return { response, input: inputs.body, output, repeated };
    };
    if (route.answer === "events" || route.ownTime === true)
      return toOutcome(await work(anySignal(request.signal, late)));
    const planningMs = route.role === "planner" ? (limits.plannerTimeoutMs ?? 0) : 0;
    const deadline = createDeadline(clock, Math.max(limits.requestTimeoutMs, planningMs), request.signal);
    try {
      if (idempotencyKey === undefined || route.method !== "POST") {
        return toOutcome(await deadline.within(work(deadline.signal)));
      }
      const { tenant, scopes } = principal;
      const idempotent = {
        key: idempotencyKey,
        tenant,
        scopes: [...scopes].toSorted(),
        route: methodAndPath(request),
        body: inputs.body,
      };
      // The key stays claimed while the work runs, even after the caller has gone: it never runs twice.
      const answer = once(idempotent, async () => ({
        status: route.status,
        body: await work(deadline.signal),
      }));
      const { body, repeated } = await deadline.within(answer);
      return toOutcome(body, repeated);
    } finally {
      deadline.clear();
    }
  };
}

function checkScope({ scope }: Route, principal: Principal): void {
  if (scope === null || mayUse(principal, scope)) return;
  throw new PlanwrightError("FORBIDDEN", { message: `This needs the scope "${scope}".` });
}

/** Accepts JSON bodies only, so that a browser form of another site cannot write here. A raw body carries a signature. */
async function bodyOf(request: Request, maxBytes: number, isRaw = false): Promise<string> {
  const type = request.headers.get("content-type");
  const text = await readBody(request, maxBytes);
  if (text === "" || isRaw || (type !== null && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))) return text;
  throw new PlanwrightError("UNSUPPORTED_MEDIA_TYPE");
}

/** The key is the caller's own: another one of the tenant may use the same for something else. */
function idempotencyKeyOf(request: Request, { name }: Principal): string | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return `${name} ${key}`;
  throw new PlanwrightError("INVALID_INPUT", { message: "An Idempotency-Key has 1 to 255 visible ASCII characters." });
}

function methodAndPath(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

function anySignal(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? signal : AbortSignal.any([signal, other]);
}

type Deadline = {
  /** Aborts when the caller disconnects or the deadline passes. */
  signal: AbortSignal;
  /** Settles with the work, or rejects with `TIMEOUT` if the deadline passes first. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Cancels the timer. */
  clear(): void;
};

/** The deadline of a request. When it passes, the work is aborted and the caller gets `TIMEOUT`. */
function createDeadline(clock: Clock, ms: number, caller: AbortSignal): Deadline {
  const stop = new AbortController();
  const onDisconnect = (): void => stop.abort(caller.reason);
  if (caller.aborted) onDisconnect();
  else caller.addEventListener("abort", onDisconnect, { once: true });
  let late: (error: Error) => void = () => {};
  const cancel = clock.setTimer(clock.now() + ms, () => {
    const error = new PlanwrightError("TIMEOUT");
    late(error);
    stop.abort(error);
  });
  return {
    signal: stop.signal,
    within: (work) =>
      new Promise((resolve, reject) => {
        late = reject;
        work.then(resolve, reject);
      }),
    clear() {
      cancel();
      caller.removeEventListener("abort", onDisconnect);
    },
  };
}

/** The parts of a request as the row describes them; anything else is a problem with every place named. */
type Inputs = { params: unknown; query: unknown; body: unknown };

type RawInputs = { params: Record<string, string>; url: string; text: string };

async function readInputs(route: Route, { params, url, text }: RawInputs): Promise<Inputs> {
  const json = route.body && (route.raw === true ? text : parseText(text));
  if (text.length > longBody) {
    // Other requests get a turn between the parts of the work on a long body.
    await setImmediate();
    checkSize(json);
    await setImmediate();
  }
  return {
    params: route.params && unwrapOrThrow(parseWith(route.params, params), "INVALID_INPUT"),
    query: route.query && unwrapOrThrow(readQuery(route.query, url), "INVALID_INPUT"),
    body: route.body && unwrapOrThrow(parseWith(route.body, json), "INVALID_INPUT"),
  };
}

const longBody = 100_000;
/** Every field is compared with a schema; the lists of a document have limits of their own. */
const maxFields = 10_000;
/** Of all lists together: each of the wrong type costs a microsecond. */
const maxEntries = 50_000;

function checkSize(json: unknown): void {
  let entries = 0;
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== "object" || value === null) return;
    const fields = Object.entries(value);
    if (Array.isArray(value)) entries += fields.length;
    else if (fields.length > maxFields) throw tooLong(path, `has ${fields.length} fields`);
    if (entries > maxEntries) throw tooLong(path, `is in lists of more than ${maxEntries} entries together`);
    for (const [name, inner] of fields) visit(inner, [...path, name]);
  };
  visit(json, []);
}

function tooLong(path: readonly string[], message: string): PlanwrightError {
  const issue = createIssue("TOO_LONG", joinPointer("", ...path), { message });
  return new PlanwrightError("INVALID_INPUT", { issues: [issue] });
}

/** An empty body is an empty object: a route whose every field has a default may be called without one. */
function parseText(text: string): unknown {
  return text === "" ? {} : unwrapOrThrow(parseJsonText(text), "MALFORMED_BODY");
}

function readQuery(schema: z.ZodObject, url: string): CheckResult<unknown> {
  const query = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) {
    // A repeated parameter is ambiguous: readers may use either value.
    const before = query.get(name);
    query.set(name, before === undefined ? value : `${before},${value}`);
  }
  return parseWith(schema, Object.fromEntries(query));
}

function unwrapOrThrow<T>(checked: CheckResult<T>, code: "INVALID_INPUT" | "MALFORMED_BODY"): T {
  if (checked.ok) return checked.value;
  throw new PlanwrightError(code, { issues: checked.issues });
}
