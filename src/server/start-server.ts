import type { Hono } from "hono";
import type { Role } from "../contracts/api/route.ts";
import { PlanwrightError } from "../contracts/errors.ts";
import type { Planwright } from "../runtime/planwright.ts";
import { createApp } from "./app.ts";
import { createHandlers } from "./handlers/index.ts";
import { defaultLimits, type Endings, type Limits } from "./http/serve.ts";
import { createTurnAway } from "./http/turn-away.ts";
import { type Listening, listen, type ListenOptions } from "./listen.ts";
import type { Authenticate } from "./principal.ts";
import { consoleFiles } from "./static/console-files.ts";
import type { StaticFiles } from "./static/static-files.ts";

export type PlanwrightAppOptions = {
  authenticate: Authenticate;
  roles: ReadonlySet<Role>;
  origins?: readonly string[];
  limits?: Partial<Limits>;
  /** The web console's files; those that were built, by default. */
  files?: StaticFiles;
  /** Whether the process has begun all it can for now: see `watchOverload`. */
  isSpent?: () => boolean;
  /** Whether the process is about to end, and would rather have no more traffic. */
  isDraining?: () => boolean;
} & Endings;

/** The API of a running Planwright as one fetch handler. */
export function createPlanwrightApp(planwright: Planwright, options: PlanwrightAppOptions): Hono {
  const { authenticate, roles, origins = [], limits = {}, isDraining = () => false, stopping, late } = options;
  const files = roles.has("api") ? (options.files ?? consoleFiles()) : undefined;
  const handlers = createHandlers({ planwright, isDraining });
  const all = { ...defaultLimits, ...limits };
  return createApp({ ...planwright, handlers, authenticate, roles, origins, limits: all, stopping, late, files });
}

/**
 * Serves it. Stopping says so at `/readyz` and goes on for `noticeMs`; then no connection is taken, open streams are told, and
 * requests under way finish.
 */
export async function startServer(
  planwright: Planwright,
  options: PlanwrightAppOptions & ListenOptions,
): Promise<Listening> {
  const [stopping, late] = [new AbortController(), new AbortController()];
  let isStopping = false;
  const endings = { stopping: stopping.signal, late: late.signal, isDraining: () => isStopping };
  const app = createPlanwrightApp(planwright, { ...options, ...endings });
  const { isSpent } = options;
  const turnAway = isSpent && createTurnAway({ ...planwright, isSpent });
  const listening = await listen((request) => app.fetch(request), { ...options, turnAway });
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
