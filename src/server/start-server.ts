import type { Hono } from "hono";
import type { Role } from "../contracts/api/route.ts";
import type { Planwright } from "../runtime/planwright.ts";
import { createApp } from "./app.ts";
import { createHandlers } from "./handlers/index.ts";
import { defaultLimits, type Limits } from "./http/serve.ts";
import { type Listening, listen, type ListenOptions } from "./listen.ts";
import type { Authenticate } from "./principal.ts";

export type PlanwrightAppOptions = {
  authenticate: Authenticate;
  roles: ReadonlySet<Role>;
  origins?: readonly string[];
  limits?: Partial<Limits>;
  isDraining?: () => boolean;
};

/** The API of a running Planwright as one fetch handler. */
export function createPlanwrightApp(planwright: Planwright, options: PlanwrightAppOptions): Hono {
  const { authenticate, roles, origins = [], limits = {}, isDraining = () => false } = options;
  const handlers = createHandlers({ planwright, isDraining });
  const all = { ...defaultLimits, ...limits };
  return createApp({ ...planwright, handlers, authenticate, roles, origins, limits: all });
}

/** Serves it. Stopping first says so at `/readyz`, then lets requests under way finish. */
export async function startServer(
  planwright: Planwright,
  options: PlanwrightAppOptions & ListenOptions,
): Promise<Listening> {
  let draining = false;
  const app = createPlanwrightApp(planwright, { ...options, isDraining: () => draining });
  const listening = await listen((request) => app.fetch(request), options);
  return {
    ...listening,
    stop: () => {
      draining = true;
      return listening.stop();
    },
  };
}
