import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";

/** Serves a file; undefined if there is none with that name. */
export type StaticFiles = (request: Request) => Response | undefined;

type File = { bytes: Buffer<ArrayBuffer>; gzipped: Buffer<ArrayBuffer> | undefined; headers: Record<string, string> };

/**
 * The files of a folder, read once at start: a request can only name a file that was found then, so no path leads out of
 * the folder. `/` is `index.html`. Undefined if the folder does not exist.
 */
export function readStaticFiles(folder: string): StaticFiles | undefined {
  if (!existsSync(join(folder, "index.html"))) return undefined;
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).replaceAll(sep, "/");
    files.set(path === "/index.html" ? "/" : path, toFile(readFileSync(file), path, type));
  }
  return (request) => {
    const file = files.get(new URL(request.url).pathname);
    return file === undefined || !/^(?:GET|HEAD)$/.test(request.method) ? undefined : respond(request, file);
  };
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Content security policy: only files of this server can run, style the page or receive data. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function toFile(bytes: Buffer<ArrayBuffer>, path: string, type: string): File {
  const named = path.startsWith("/assets/");
  const headers = {
    "content-type": type,
    etag: `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`,
    // An asset's name contains the hash of its content.
    "cache-control": named ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    vary: "accept-encoding",
  };
  return { bytes, headers, gzipped: /^(?:text|image\/svg)/.test(type) ? gzipSync(bytes) : undefined };
}

function respond(request: Request, { bytes, gzipped, headers }: File): Response {
  if (request.headers.get("if-none-match")?.includes(headers["etag"] ?? "") === true)
    return new Response(null, { status: 304, headers });
  const small = gzipped !== undefined && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const body = small ? gzipped : bytes;
  const length = { "content-length": String(body.length), ...(small && { "content-encoding": "gzip" }) };
  return new Response(request.method === "HEAD" ? null : body, { headers: { ...headers, ...length } });
}
