import type { Role } from "../contracts/api/route.ts";
import type { Planwright } from "../runtime/planwright.ts";
import { createApp } from "./app.ts";
import { createHandlers } from "./handlers/index.ts";
import { defaultLimits, type Limits } from "./http/serve.ts";
import { type Listening, listen, type ListenOptions } from "./listen.ts";
import type { Authenticate } from "./principal.ts";

export type ServerOptions = ListenOptions & {
  authenticate: Authenticate;
  roles: ReadonlySet<Role>;
  origins?: readonly string[];
  limits?: Partial<Limits>;
};

/** Serves a running Planwright. Stopping first says so at `/readyz`, then lets requests under way finish. */
export async function startServer(planwright: Planwright, options: ServerOptions): Promise<Listening> {
  const { authenticate, roles, origins = [], limits = {} } = options;
  let draining = false;
  const handlers = createHandlers({ planwright, isDraining: () => draining });
  const app = createApp({
    ...planwright,
    handlers,
    authenticate,
    roles,
    origins,
    limits: { ...defaultLimits, ...limits },
  });
  const listening = await listen((request) => app.fetch(request), options);
  return {
    ...listening,
    stop: () => {
      draining = true;
      return listening.stop();
    },
  };
}
