import type { IncomingMessage, ServerResponse } from "node:http";
import type { Route } from "../../contracts/api/route.ts";
import { routes } from "../../contracts/api/routes.ts";
import { problemOf } from "../../contracts/problem.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Metrics } from "../../ports/metrics.ts";
import { plainId } from "./request-id.ts";

/** Rejects a request before the application sees it; returns whether it did. */
export type ShedLoad = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

type LoadShedderDeps = {
  overLimit: () => boolean;
  ids: Ids;
  metrics: Pick<Metrics, "count">;
  /** Called with the headers of each rejected request and its id. */
  onShed?: (headers: IncomingMessage["headers"], requestId: string) => void;
  /** Origins allowed by CORS: their pages may read the rejection. */
  origins?: readonly string[] | undefined;
};

/**
 * Rejects requests at the socket while the process is over its limit: through the pipeline a rejection costs half of the
 * work it saves. Health probes, metrics and the console's files always pass.
 */
export function createLoadShedder({ overLimit, ids, metrics, onShed, origins = [] }: LoadShedderDeps): ShedLoad {
  return ({ url = "", headers }, outgoing) => {
    if (!guarded.has(firstSegment(url)) || !overLimit()) return false;
    const id = plainId(headers["x-request-id"]) ?? ids.next();
    const problem = problemOf("OVERLOADED", { instance: id });
    const { status } = problem;
    const text = JSON.stringify(problem);
    outgoing.writeHead(status, {
      "content-type": "application/problem+json",
      "content-length": Buffer.byteLength(text),
      "retry-after": "1",
      "x-request-id": id,
      "x-content-type-options": "nosniff",
      ...(headers.origin !== undefined &&
        origins.includes(headers.origin) && {
          "access-control-allow-origin": headers.origin,
          "access-control-expose-headers": "X-Request-Id, Retry-After",
          vary: "Origin",
        }),
    });
    outgoing.end(text);
    metrics.count("planwright_http_requests_total", { route: "(shed)", status: String(status) });
    onShed?.(headers, id);
    return true;
  };
}

/** The first path segments of the routes that need a credential. */
const guarded: ReadonlySet<string> = new Set([
  "mcp",
  "a2a",
  ...Object.values(routes)
    .filter(({ scope, path }: Route) => scope !== null && path !== "/metrics")
    .map(({ path }: Route) => firstSegment(path)),
]);

function firstSegment(path: string): string {
  return /^\/([^/?]*)/.exec(path)?.[1] ?? "";
}
