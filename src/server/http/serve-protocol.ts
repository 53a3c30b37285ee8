import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Identify } from "../auth/identify.ts";
import { errorResponse } from "./problem-response.ts";
import { withHeaders } from "./respond.ts";
import { logFailure } from "./serve.ts";

type ProtocolRequest = { request: Request; requestId: string; address?: string | undefined };
type Answer = (request: Request) => Promise<Response>;

/** Serves one request of another protocol, whose messages become API calls. Never rejects. */
type ServeProtocol = (action: string, answer: Answer, incoming: ProtocolRequest) => Promise<Response>;

type ServeProtocolDeps = { identify: Identify; clock: Clock; log: Log; metrics: Metrics };

export function createServeProtocol({ identify, clock, log, metrics }: ServeProtocolDeps): ServeProtocol {
  return async (action, answer, { request, requestId, address }) => {
    const startedAt = clock.now();
    let response: Response;
    try {
      await identify({ action, headers: request.headers, requestId, address });
      response = await answer(request);
    } catch (error) {
      logFailure(log, error, { requestId, route: action });
      response = errorResponse(error, requestId);
    }
    const { status } = response;
    metrics.count("planwright_http_requests_total", { route: action, status: String(status) });
    log.info("request", { event: "http.request", requestId, route: action, status, ms: clock.now() - startedAt });
    return withHeaders(response, { "x-request-id": requestId, "x-content-type-options": "nosniff" });
  };
}
