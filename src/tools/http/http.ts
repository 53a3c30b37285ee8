import { compact } from "../../plan/compact.ts";
import { ToolError } from "../tool-error.ts";
import { allowNothing, type AllowList } from "./allow-list.ts";
import { type SendRequest, type DialAnswer, dialNode, type DialRequest, type Headers } from "./dial.ts";
import { type CheckedTarget, createGuard, type Resolve, systemResolve } from "./guard.ts";

type HttpRequest = {
  method: string;
  url: string;
  headers?: Headers;
  body?: string | Uint8Array;
  signal: AbortSignal;
  /** See `DialRequest`. */
  isOurs?: () => boolean;
};
type HttpAnswer = DialAnswer & { url: string };

/** Outgoing HTTP. All outgoing calls use it and so pass the guard. */
export interface Http {
  /** The head of the answer, and its body as a stream. Redirects of reads are followed and checked like the first URL. */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

export type HttpParts = {
  allows?: AllowList;
  resolve?: Resolve;
  dial?: SendRequest;
  /** Headers of every request; those of the request take precedence. */
  traceHeaders?: () => Headers;
};

const maxRedirects = 5;

export function createHttp(parts: HttpParts = {}): Http {
  const check = createGuard({ resolve: parts.resolve ?? systemResolve, allows: parts.allows ?? allowNothing });
  const dial = parts.dial ?? dialNode;
  return {
    async send(request) {
      let target = await check(request.url);
      let headers = { ...parts.traceHeaders?.(), ...lowerCased(request.headers ?? {}) };
      for (let hop = 0; ; hop += 1) {
        const answer = await dial(target, dialRequest(request, headers, target));
        const next = redirectOf(request.method, target.url, answer);
        if (next === undefined) return { ...answer, url: target.url.href };
        await discard(answer);
        if (hop >= maxRedirects) throw new ToolError("tool_failed", `more than ${maxRedirects} redirects`);
        const checked = await check(next.href);
        if (checked.url.origin !== target.url.origin) headers = publicOnly(headers);
        target = checked;
      }
    },
  };
}

function dialRequest(request: HttpRequest, headers: Headers, target: CheckedTarget): DialRequest {
  const body = request.body;
  return compact({
    method: request.method,
    headers: {
      "accept-encoding": "identity",
      "user-agent": "planwright",
      ...headers,
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
      host: target.url.host,
    },
    body,
    signal: request.signal,
    isOurs: request.isOurs,
  });
}

/** The target of a redirect; undefined if there is none. Only reads are redirected: a redirected write would be a second write. */
function redirectOf(method: string, from: URL, answer: DialAnswer): URL | undefined {
  const location = answer.headers["location"];
  if (location === undefined || ![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const next = URL.parse(location, from.href);
  if (next === null) throw new ToolError("address_refused", "the redirect leads to no URL");
  if (from.protocol === "https:" && next.protocol === "http:")
    throw new ToolError("address_refused", "the redirect leads from https to http");
  return next;
}

const harmless = new Set(["accept", "accept-language", "accept-encoding", "user-agent", "content-type"]);

/** The headers that another origin may see: a configured header can be a secret under any name. */
function publicOnly(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)));
}

function lowerCased(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function discard(answer: DialAnswer): Promise<void> {
  await answer.body[Symbol.asyncIterator]().return?.();
}
