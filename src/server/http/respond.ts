import { hash } from "node:crypto";
import type { Route } from "../../contracts/api/route.ts";
import { WireResponse } from "./wire-response.ts";

/** `commonHeaders` are on every response; setting them here is cheaper than later. */
type ResponseContext = { route: Route; request: Request; commonHeaders: Readonly<Record<string, string>> };

/** Builds the response. A read carries an `ETag`; a caller that sends it back gets 304 without a body. */
export function respond({ route, request, commonHeaders }: ResponseContext, answer: unknown): Response {
  if (answer instanceof Response) return withHeaders(answer, commonHeaders);
  const body = JSON.stringify(answer);
  const length = Buffer.byteLength(body);
  const headers: Record<string, string> = {
    ...commonHeaders,
    "content-type": "application/json",
    "content-length": String(length),
    "cache-control": route.method === "GET" ? "private, no-cache" : "no-store",
  };
  if (length >= compressFromBytes) headers["vary"] = "Accept-Encoding";
  if (route.method !== "GET") return markFinal(new WireResponse(body, { status: route.status, headers }));
  const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
  const read = { ...commonHeaders, etag, "cache-control": "private, no-cache" };
  if (isKnown(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: read });
  return markFinal(new WireResponse(body, { status: route.status, headers: { ...headers, etag } }));
}

/** Responses from this size on are compressed if the caller accepts it. */
export const compressFromBytes = 1024;

const finalResponses = new WeakSet<Response>();

function markFinal(response: Response): Response {
  finalResponses.add(response);
  return response;
}

/** Whether the response already has all headers that an uncompressed response needs. */
export function hasFinalHeaders(response: Response): boolean {
  return finalResponses.has(response);
}

/** Adds headers to a response that was built elsewhere. */
export function withHeaders(response: Response, commonHeaders: ResponseContext["commonHeaders"]): Response {
  for (const [header, value] of Object.entries(commonHeaders)) response.headers.set(header, value);
  return response;
}

/** Weak comparison, as RFC 9110 requires: a compressed response was sent with `W/` before its tag. */
function isKnown(tags: string | null, etag: string): boolean {
  if (tags === null) return false;
  return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
