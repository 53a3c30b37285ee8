import type { Connection } from "../client/call.ts";

/** Headers that identify the caller; every inner call carries them, so that a protocol grants no more than HTTP. */
const identity = ["authorization", "host", "origin", "sec-fetch-site"] as const;

/** Headers that correlate a call with its caller. */
const correlation = ["x-request-id", "traceparent", "tracestate"] as const;

/** The API of this process, as the caller of a request. An inner call is aborted with the outer request. */
export function innerConnection(fetch: (request: Request) => Response | Promise<Response>, outer: Request): Connection {
  const own = [...identity, ...correlation].flatMap((name) => {
    const value = outer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    baseUrl: "http://planwright.internal",
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of own) headers.set(name, value);
      const signal = AbortSignal.any([outer.signal, ...(init?.signal ? [init.signal] : [])]);
      return fetch(new Request(input, { ...init, headers, signal }));
    },
  };
}
