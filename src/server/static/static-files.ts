import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";

/** Answers a request for a file, or undefined where there is none of that name. */
export type StaticFiles = (request: Request) => Response | undefined;

type File = { bytes: Buffer<ArrayBuffer>; gzipped: Buffer<ArrayBuffer> | undefined; headers: Record<string, string> };

/**
 * The files of a folder, read once: a request can name what was found then and nothing else, so no path leads out of
 * it. `/` is `index.html`. Undefined where the folder is not there.
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

/** Whatever text ends up in the page, nothing but our own files is run, styled with or sent to. */
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
    // The name of an asset has its content's hash in it.
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
