import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Json } from "../../plan/json.ts";
import { mayUse, type Principal } from "../principal.ts";
import type { Answered } from "./audit-trail.ts";
import { createDeadline } from "./deadline.ts";
import type { Exchange } from "./exchange.ts";
import { createOnce } from "./idempotency.ts";
import { readBody } from "./read-body.ts";
import { readInputs } from "./read-exchange.ts";
import { respond } from "./respond.ts";
import type { Incoming, ServeParts } from "./serve.ts";

/** A request that may be answered: it is known who asks, and there is room. */
export type Admitted = Incoming & {
  name: RouteName;
  route: Route;
  principal: Principal;
  requestId: string;
  traceId?: string;
  along: Readonly<Record<string, string>>;
};

/** Reads the request as its row describes it and has the handler do the work, once for an `Idempotency-Key`. */
export function createAnswer({ handlers, store, clock, limits, stopping, late }: ServeParts) {
  const once = createOnce(store, clock, limits.requestTimeoutMs * 2);
  return async (admitted: Admitted): Promise<Answered> => {
    const { name, route, params, request, principal, requestId, traceId } = admitted;
    checkScope(route, principal);
    const text = route.body === undefined ? "" : await bodyOf(request, limits.maxBodyBytes);
    const inputs = readInputs(route, { params, url: request.url, text });
    const idempotencyKey = keyOf(request);
    const known = { ...inputs, stopping, principal, requestId, traceId, idempotencyKey, headers: request.headers };
    // The row and its handler carry the same name, which the compiler cannot follow through a variable.
    const handle = handlers[name] as (exchange: Exchange) => unknown;
    const work = async (signal: AbortSignal): Promise<unknown> => handle({ ...known, signal } as Exchange);
    const answered = (output: unknown, repeated = false): Answered => {
      const response = respond(admitted, output);
      if (repeated) response.headers.set("idempotency-replayed", "true");
      return { response, input: inputs.body, output, repeated };
    };
    if (route.answer === "events" || route.ownTime === true)
      return answered(await work(eitherOf(request.signal, late)));
    const deadline = createDeadline(clock, limits.requestTimeoutMs, request.signal);
    try {
      if (idempotencyKey === undefined || route.method !== "POST") {
        return answered(await deadline.within(work(deadline.signal)));
      }
      const { tenant } = principal;
      const asked = { key: idempotencyKey, tenant, route: placeOf(request), body: inputs.body as Json };
      // The key stays taken while the work goes on, also when its caller no longer waits: it is never done twice.
      const kept = once(asked, async () => ({ status: route.status, body: (await work(deadline.signal)) as Json }));
      const { body, repeated } = await deadline.within(kept);
      return answered(body, repeated);
    } finally {
      deadline.clear();
    }
  };
}

function checkScope({ scope }: Route, principal: Principal): void {
  if (scope === null || mayUse(principal, scope)) return;
  throw new PlanwrightError("FORBIDDEN", { message: `This needs the scope "${scope}".` });
}

/** Bodies are JSON; a browser form can therefore not write here from another site. */
async function bodyOf(request: Request, maxBytes: number): Promise<string> {
  const type = request.headers.get("content-type");
  const text = await readBody(request, maxBytes);
  if (text === "" || (type !== null && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))) return text;
  throw new PlanwrightError("UNSUPPORTED_MEDIA_TYPE");
}

function keyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new PlanwrightError("INVALID_INPUT", { message: "An Idempotency-Key has 1 to 255 visible ASCII characters." });
}

function placeOf(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

function eitherOf(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? signal : AbortSignal.any([signal, other]);
}
