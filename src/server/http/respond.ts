import { hash } from "node:crypto";
import type { Route } from "../../contracts/api/route.ts";
import { WireResponse } from "./wire-response.ts";

/** `along` is what every answer carries; to set it now is cheaper than later. */
export type Asked = { route: Route; request: Request; along: Readonly<Record<string, string>> };

/** The answer as a response; what is read carries a tag, and whoever knows the tag gets no body again. */
export function respond({ route, request, along }: Asked, answer: unknown): Response {
  if (answer instanceof Response) return carrying(answer, along);
  const body = JSON.stringify(answer);
  const length = Buffer.byteLength(body);
  const headers: Record<string, string> = {
    ...along,
    "content-type": "application/json",
    "content-length": String(length),
    "cache-control": route.method === "GET" ? "private, no-cache" : "no-store",
  };
  if (length >= compressFromBytes) headers["vary"] = "Accept-Encoding";
  if (route.method !== "GET") return ready(new WireResponse(body, { status: route.status, headers }));
  const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
  const read = { ...along, etag, "cache-control": "private, no-cache" };
  if (isKnown(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: read });
  return ready(new WireResponse(body, { status: route.status, headers: { ...headers, etag } }));
}

/** From this size on an answer is compressed for whoever accepts it. */
export const compressFromBytes = 1024;

const readyOnes = new WeakSet<Response>();

function ready(response: Response): Response {
  readyOnes.add(response);
  return response;
}

/** Whether every header is there that an answer needs which is not compressed. */
export function isReady(response: Response): boolean {
  return readyOnes.has(response);
}

/** A response of somebody else's making with what every answer carries. */
export function carrying(response: Response, along: Asked["along"]): Response {
  for (const [header, value] of Object.entries(along)) response.headers.set(header, value);
  return response;
}

/** Compared weakly, as RFC 9110 asks: a compressed answer went out with `W/` before its tag. */
function isKnown(tags: string | null, etag: string): boolean {
  if (tags === null) return false;
  return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
