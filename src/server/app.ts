import { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import type { Role, Route } from "../contracts/api/route.ts";
import { type RouteName, routes } from "../contracts/api/routes.ts";
import type { Trace } from "../ports/trace.ts";
import { errorResponse, problemResponse } from "./http/problem-response.ts";
import { requestIdOf } from "./http/request-id.ts";
import { compressFromBytes, hasFinalHeaders, withHeaders } from "./http/respond.ts";
import { createGuards, createServe, type ServeDeps } from "./http/serve.ts";
import { createServeProtocol } from "./http/serve-protocol.ts";
import { tracedServe } from "./http/traced-serve.ts";
import type { A2aEndpoint } from "./a2a/a2a-endpoint.ts";
import type { Login } from "./login/login.ts";
import { createMcpEndpoint } from "./mcp/mcp-endpoint.ts";
import type { StaticFiles } from "./static/static-files.ts";
import { keysOf } from "../plan/keys.ts";
import { nearest } from "../plan/nearest.ts";

type AppDeps = ServeDeps & {
  trace: Trace;
  version: string;
  /** The roles of this process; it serves only their routes. */
  roles: ReadonlySet<Role>;
  /** Origins allowed by CORS; none by default. */
  origins: readonly string[];
  /** The web console's files, if it is served. */
  files?: StaticFiles | undefined;
  /** Login of people by their browser, if it is configured. */
  login?: Login | undefined;
  /** Whether MCP clients are offered the tools that approve writes. */
  approvals?: boolean | undefined;
};

/** Builds the API from the route table, as one fetch handler. */
export function createApp(parts: AppDeps): Hono {
  const app = new Hono();
  if (parts.origins.length > 0) app.use(cors({ origin: [...parts.origins], exposeHeaders, credentials: false }));
  const compressed = compress({ threshold: compressFromBytes });
  app.use(async (context, next) => {
    await next();
    if (!hasFinalHeaders(context.res) || context.req.header("accept-encoding") !== undefined)
      await compressed(context, noop);
  });
  const idOf = (request: Request): string => requestIdOf(request.headers) ?? parts.ids.next();
  const guards = createGuards(parts);
  const serve = tracedServe(createServe(parts, guards), parts.trace);
  const served = namedRoutes().filter(([, { role, tag }]) => parts.roles.has(role) || tag === "system");
  for (const [name, route] of served) {
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ":$1"), ({ req, env }) =>
      serve(name, route, { request: req.raw, params: req.param(), requestId: idOf(req.raw), address: addressOf(env) }),
    );
  }
  if (parts.roles.has("api")) {
    const serveProtocol = createServeProtocol({ ...parts, ...guards });
    mountProtocols(
      app,
      parts,
      (action, answer) =>
        ({ req, env }) =>
          serveProtocol(action, answer, { request: req.raw, requestId: idOf(req.raw), address: addressOf(env) }),
    );
    mountLogin(app, parts.login, idOf);
  }
  const fallback = createFallback(served.map(([, route]) => route));
  const withRequestId = (request: Request, answer: (id: string) => Response): Response => {
    const requestId = idOf(request);
    const response = answer(requestId);
    response.headers.set("x-request-id", requestId);
    response.headers.set("x-content-type-options", "nosniff");
    return response;
  };
  app.notFound(({ req }) =>
    withRequestId(req.raw, (requestId) => parts.files?.(req.raw) ?? fallback(req.path, requestId)),
  );
  app.onError((error, { req }) =>
    withRequestId(req.raw, (requestId) => {
      parts.log.error("request failed", { event: "http.request_failed", requestId, error });
      return errorResponse(error, requestId);
    }),
  );
  return app;
}

type Protocol = (
  action: string,
  answer: (request: Request) => Promise<Response>,
) => (context: Context) => Promise<Response>;

/** MCP, and Agent2Agent, which its first request loads. The agent card is public: it says how to authenticate. */
function mountProtocols(app: Hono, parts: AppDeps, protocol: Protocol): void {
  const shared = { version: parts.version, fetch: (request: Request) => app.fetch(request), ...parts.limits };
  app.all("/mcp", protocol("mcp", createMcpEndpoint({ ...shared, approvals: parts.approvals })));
  let opened: Promise<A2aEndpoint> | undefined;
  const a2a = async (): Promise<A2aEndpoint> => {
    const { createA2aEndpoint } = await import("./a2a/a2a-endpoint.ts");
    return createA2aEndpoint(shared);
  };
  app.get("/.well-known/agent-card.json", async ({ req }) => withNosniff((await (opened ??= a2a())).card(req.raw)));
  app.post(
    "/a2a",
    protocol("a2a", async (request) => (await (opened ??= a2a())).rpc(request)),
  );
}

/** The console asks for the state of the login also where there is none. */
function mountLogin(app: Hono, login: Login | undefined, idOf: (request: Request) => string): void {
  if (login === undefined)
    return void app.get("/login/state", (context) => withNosniff(context.json({ title: null, user: null })));
  app.use("/login/*", async ({ req }, next) => {
    const requestId = idOf(req.raw);
    const response = await login.respond(req.raw, requestId).catch((error: unknown) => errorResponse(error, requestId));
    return response === undefined ? next() : withNosniff(response);
  });
}

function withNosniff(response: Response): Response {
  return withHeaders(response, { "x-content-type-options": "nosniff" });
}

/** The Node adapter passes the incoming message; requests within the process have none. */
function addressOf(env: unknown): string | undefined {
  if (typeof env !== "object" || env === null || !("incoming" in env)) return undefined;
  return env.incoming instanceof IncomingMessage ? env.incoming.socket.remoteAddress : undefined;
}

const noop = async (): Promise<void> => {};

const exposeHeaders = ["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy", "ETag"];

export function namedRoutes(): [RouteName, Route][] {
  return keysOf(routes).map((name) => [name, routes[name]]);
}

/** Answers a known path with another method with 405 and the allowed methods; anything else with 404. */
function createFallback(served: readonly Route[]): (path: string, requestId: string) => Response {
  const known = served.map(({ path, method }) => ({ form: pattern(path), method }));
  return (path, instance) => {
    const methods = known.filter(({ form }) => form.test(path)).map(({ method }) => method);
    if (methods.length === 0) return problemResponse("NOT_FOUND", { instance, ...unknownPath(path, served) });
    const allow = [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].join(", ");
    return problemResponse("METHOD_NOT_ALLOWED", { instance, detail: `Allowed: ${allow}.` }, { allow });
  };
}

function unknownPath(path: string, served: readonly Route[]): { detail: string; next: string } {
  if (path === "/") return { detail: "The console is not built.", next: "Build it with: npm run console" };
  const close = nearest(
    path,
    served.map((route) => route.path),
  );
  const meant = close === undefined ? "" : `Did you mean ${close}? `;
  return { detail: `No route ${path}.`, next: `${meant}See /openapi.json for all routes.` };
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
