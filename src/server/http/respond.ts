import { hash } from "node:crypto";
import type { Route } from "../../contracts/api/route.ts";

/** `along` is what every answer carries; to set it now is cheaper than later. */
export type Asked = { route: Route; request: Request; along: Readonly<Record<string, string>> };

/** The answer as a response; what is read carries a tag, and whoever knows the tag gets no body again. */
export function respond({ route, request, along }: Asked, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const body = JSON.stringify(answer);
  // With its length the compression knows what is too small to be worth it.
  const length = String(Buffer.byteLength(body));
  const headers = { ...along, "content-type": "application/json", "content-length": length };
  if (route.method !== "GET") {
    return new Response(body, { status: route.status, headers: { ...headers, "cache-control": "no-store" } });
  }
  const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
  const read = { ...along, etag, "cache-control": "private, no-cache" };
  if (isKnown(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: read });
  return new Response(body, { status: route.status, headers: { ...headers, ...read } });
}

/** Compared weakly, as RFC 9110 asks: a compressed answer went out with `W/` before its tag. */
function isKnown(tags: string | null, etag: string): boolean {
  if (tags === null) return false;
  return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
