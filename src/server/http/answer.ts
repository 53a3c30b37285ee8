import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Json } from "../../plan/json.ts";
import { mayUse, type Principal } from "../principal.ts";
import type { HandlerOutcome } from "./audit-trail.ts";
import { createDeadline } from "./deadline.ts";
import { createIdempotency } from "./idempotency.ts";
import { readBody } from "./read-body.ts";
import { readInputs } from "./read-inputs.ts";
import { respond } from "./respond.ts";
import type { Incoming, ServeDeps } from "./serve.ts";

/** A request that passed authentication and the load limits. */
type AdmittedRequest = Incoming & {
  name: RouteName;
  route: Route;
  principal: Principal;
  requestId: string;
  traceId?: string;
  commonHeaders: Readonly<Record<string, string>>;
};

/** Parses the request by its route and calls the handler, once for each `Idempotency-Key`. */
export function createAnswer({ handlers, store, clock, limits, stopping, late }: ServeDeps) {
  const once = createIdempotency(store, clock);
  return async (admitted: AdmittedRequest): Promise<HandlerOutcome> => {
    const { name, route, params, request, principal, requestId, traceId } = admitted;
    checkScope(route, principal);
    const text = route.body === undefined ? "" : await bodyOf(request, limits.maxBodyBytes, route.raw);
    const inputs = await readInputs(route, { params, url: request.url, text });
    const idempotencyKey = idempotencyKeyOf(request);
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
      const { tenant } = principal;
      const idempotent = { key: idempotencyKey, tenant, route: methodAndPath(request), body: inputs.body };
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

function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new PlanwrightError("INVALID_INPUT", { message: "An Idempotency-Key has 1 to 255 visible ASCII characters." });
}

function methodAndPath(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

function anySignal(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? signal : AbortSignal.any([signal, other]);
}
