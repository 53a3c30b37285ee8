import type { Trace } from "../../ports/trace.ts";
import type { Serve } from "./serve.ts";

/** A server span for every request, with its route but never its path or query, which contain user input. */
export function tracedServe(serve: Serve, trace: Trace): Serve {
  return (name, route, incoming) => {
    const { headers } = incoming.request;
    return trace.span(
      () => ({
        name: `${route.method} ${route.path}`,
        kind: "server",
        attributes: { "http.request.method": route.method, "http.route": route.path, "planwright.route": name },
        parent: parentIn(headers),
      }),
      async (span) => {
        const response = await serve(name, route, incoming);
        span.set({ "http.response.status_code": response.status, "planwright.request_id": incoming.requestId });
        if (response.status >= 500) span.fail(String(response.status));
        return response;
      },
    );
  };
}

function parentIn(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    ["traceparent", "tracestate"].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
