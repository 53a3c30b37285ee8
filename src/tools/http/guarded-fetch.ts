import type { Http } from "./http.ts";
import type { Headers } from "./dial.ts";

/** `fetch` for libraries, through the guard. */
export function createGuardedFetch(http: Http, extraHeaders: Headers = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const answer = await http.send({
      method: request.method,
      url: request.url,
      headers: { ...Object.fromEntries(request.headers), ...extraHeaders },
      ...(request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) }),
      signal: request.signal,
    });
    const isEmpty = request.method === "HEAD" || answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : ReadableStream.from(answer.body), {
      status: answer.status,
      headers: { ...answer.headers },
    });
  };
}
