import type { IncomingMessage, ServerResponse } from "node:http";
import type { Route } from "../../contracts/api/route.ts";
import { routes } from "../../contracts/api/routes.ts";
import { problemOf } from "../../contracts/problem.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Metrics } from "../../ports/metrics.ts";
import { plainId } from "./request-id.ts";

/** Answers a request before anything of ours has looked at it, and says whether it did. */
export type TurnAway = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

type Parts = { isSpent: () => boolean; ids: Ids; metrics: Pick<Metrics, "count"> };

/**
 * Refuses at the wire while the process has begun all it can: on its way through the pipeline a refusal costs as much as half
 * the work it saves. Probes, figures and the console's files are for everyone, and get through.
 */
export function createTurnAway({ isSpent, ids, metrics }: Parts): TurnAway {
  return ({ url = "", headers }, outgoing) => {
    if (!guarded.has(placeOf(url)) || !isSpent()) return false;
    const id = plainId(headers["x-request-id"]) ?? ids.next();
    const problem = problemOf("OVERLOADED", { instance: id });
    const { status } = problem;
    const text = JSON.stringify(problem);
    outgoing.writeHead(status, {
      "content-type": "application/problem+json",
      "content-length": Buffer.byteLength(text),
      "retry-after": "1",
      "x-request-id": id,
    });
    outgoing.end(text);
    metrics.count("planwright_http_requests_total", { route: "(turned away)", status: String(status) });
    return true;
  };
}

/** Where paths of routes begin that need a credential. */
const guarded: ReadonlySet<string> = new Set([
  "mcp",
  ...Object.values(routes)
    .filter(({ scope, path }: Route) => scope !== null && path !== "/metrics")
    .map(({ path }: Route) => placeOf(path)),
]);

function placeOf(path: string): string {
  return /^\/([^/?]*)/.exec(path)?.[1] ?? "";
}
