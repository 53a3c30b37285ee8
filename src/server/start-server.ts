import type { IncomingHttpHeaders } from "node:http";
import type { Hono } from "hono";
import type { Role } from "../contracts/api/route.ts";
import { PlanwrightError } from "../contracts/errors.ts";
import type { Planwright } from "../runtime/planwright.ts";
import { createApp } from "./app.ts";
import { createHandlers } from "./handlers/index.ts";
import { defaultLimits, type ShutdownSignals, type Limits } from "./http/serve.ts";
import { createLoadRefusals } from "./http/load-refusals.ts";
import { createLoadShedder } from "./http/shed-load.ts";
import { type RunningServer, listen, type ListenOptions } from "./listen.ts";
import type { Login } from "./login/login.ts";
import type { Authenticate } from "./principal.ts";
import { consoleFiles } from "./static/console-files.ts";
import type { StaticFiles } from "./static/static-files.ts";

type PlanwrightAppOptions = {
  /** Whether MCP clients are offered the tools that approve writes; no by default. */
  approvals?: boolean | undefined;
  authenticate: Authenticate;
  /** Login of people by their browser. */
  login?: Login | undefined;
  roles: ReadonlySet<Role>;
  origins?: readonly string[];
  limits?: Partial<Limits>;
  /** The web console's files; by default those that were built. */
  files?: StaticFiles;
  /** Whether the process should shed load now; see `watchOverload`. */
  overLimit?: () => boolean;
  /** Whether the process is shutting down and wants no more traffic. */
  isDraining?: () => boolean;
} & ShutdownSignals;

/** The API of a running Planwright as one fetch handler. */
export function createPlanwrightApp(planwright: Planwright, options: PlanwrightAppOptions): Hono {
  const { authenticate, roles, origins = [], limits = {}, isDraining = () => false, stopping, late } = options;
  const files = roles.has("api") ? (options.files ?? consoleFiles()) : undefined;
  const consolePage = (): Response | undefined => files?.(new Request("http://localhost/"));
  const handlers = createHandlers({ planwright, isDraining, consolePage });
  const all = { ...defaultLimits, plannerTimeoutMs: planwright.planning.timeoutMs, ...limits };
  return createApp({
    ...planwright,
    approvals: options.approvals,
    login: options.login,
    handlers,
    authenticate,
    roles,
    origins,
    limits: all,
    stopping,
    late,
    files,
  });
}

/**
 * Serves the API. On stop `/readyz` reports it while requests are still accepted for `noticeMs`; then the server closes its
 * listener, ends open streams and drains the requests in flight.
 */
export async function startServer(
  planwright: Planwright,
  options: PlanwrightAppOptions & ListenOptions,
): Promise<RunningServer> {
  const [stopping, late] = [new AbortController(), new AbortController()];
  let isStopping = false;
  const shutdown = { stopping: stopping.signal, late: late.signal, isDraining: () => isStopping };
  const app = createPlanwrightApp(planwright, { ...options, ...shutdown });
  const { overLimit } = options;
  const refusals = createLoadRefusals({ ...planwright, authenticate: options.authenticate });
  const onShed = (headers: IncomingHttpHeaders, requestId: string): void =>
    refusals.shed(() => toHeaders(headers), { action: "(shed)", requestId });
  const shedLoad = overLimit && createLoadShedder({ ...planwright, overLimit, onShed, origins: options.origins });
  const listening = await listen((request, env) => app.fetch(request, env), {
    clock: planwright.clock,
    ...options,
    shedLoad,
  });
  if (options.roles.has("api")) await planwright.chat.start();
  return {
    ...listening,
    async stop() {
      isStopping = true;
      await listening.stop({
        onClosed: () => stopping.abort(new PlanwrightError("SHUTTING_DOWN")),
        onLate: () => late.abort(new PlanwrightError("SHUTTING_DOWN")),
      });
    },
  };
}

function toHeaders(headers: IncomingHttpHeaders): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
