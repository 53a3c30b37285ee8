import { Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import type { Role, Route } from "../contracts/api/route.ts";
import { type RouteName, routes } from "../contracts/api/routes.ts";
import type { Audit } from "../ports/audit.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Metrics } from "../ports/metrics.ts";
import type { Store } from "../ports/store.ts";
import type { Handlers } from "./http/exchange.ts";
import { problemResponse } from "./http/problem-response.ts";
import { createServe, type Limits } from "./http/serve.ts";
import { createMcpEndpoint } from "./mcp/mcp-endpoint.ts";
import type { Authenticate } from "./principal.ts";

export type AppParts = {
  handlers: Handlers;
  authenticate: Authenticate;
  store: Store;
  audit: Audit;
  clock: Clock;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  limits: Limits;
  version: string;
  /** The roles this process plays; routes of others are not there. */
  roles: ReadonlySet<Role>;
  /** Origins that may call from a browser; none by default. */
  origins: readonly string[];
};

/** The whole API as one fetch handler, made from the route table. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono();
  if (parts.origins.length > 0) app.use(cors({ origin: [...parts.origins], exposeHeaders, credentials: false }));
  app.use(compress({ threshold: 1024 }));
  const serve = createServe(parts);
  for (const [name, route] of namedRoutes()) {
    if (!parts.roles.has(route.role) && route.tag !== "system") continue;
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ":$1"), (context) =>
      serve(name, route, { request: context.req.raw, params: context.req.param() }),
    );
  }
  const mcp = createMcpEndpoint({ ...parts, fetch: (request) => app.fetch(request), ...parts.limits });
  if (parts.roles.has("api")) app.all("/mcp", (context) => mcp(context.req.raw));
  app.notFound((context) => notHere(context.req.raw, parts.ids));
  return app;
}

const exposeHeaders = ["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy", "ETag"];

export function namedRoutes(): [RouteName, Route][] {
  return Object.entries(routes) as [RouteName, Route][]; // the table's own keys
}

/** Another method of a known path is 405 and says which methods there are; anything else is 404. */
function notHere(request: Request, ids: Ids): Response {
  const { pathname } = new URL(request.url);
  const methods = namedRoutes().filter(([, route]) => pattern(route.path).test(pathname));
  const details = { instance: ids.next() };
  if (methods.length === 0) return problemResponse("NOT_FOUND", { ...details, detail: `No route ${pathname}.` });
  const allow = [...new Set(methods.map(([, route]) => route.method))].join(", ");
  return problemResponse("METHOD_NOT_ALLOWED", { ...details, detail: `Allowed: ${allow}.` }, { allow });
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
