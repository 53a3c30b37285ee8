import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStaticFiles, type StaticFiles } from "./static-files.ts";

let parent: string;
let files: StaticFiles;

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "planwright-static-"));
  const folder = join(parent, "site");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(parent, "secret.html"), "secret");
  writeFileSync(join(folder, "index.html"), "<p>page</p>");
  writeFileSync(join(folder, "built-from"), "no type, not served");
  writeFileSync(join(folder, "assets/main-1a2b.js"), "let a = 1;".repeat(100));
  const read = readStaticFiles(folder);
  if (read === undefined) throw new Error("the folder is there");
  files = read;
});

afterAll(() => rmSync(parent, { recursive: true }));

const ask = (path: string, init?: RequestInit): Response | undefined => files(new Request(`http://a${path}`, init));

describe("static files", () => {
  it("serve the page at / without caching, and assets with permanent caching", async () => {
    const page = ask("/");
    expect(await page?.text()).toBe("<p>page</p>");
    expect(page?.headers.get("cache-control")).toBe("no-cache");
    const asset = ask("/assets/main-1a2b.js");
    expect(asset?.headers.get("cache-control")).toContain("immutable");
    expect(asset?.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  it.each([
    "/../secret.html",
    "/..%2fsecret.html",
    "/%2e%2e/secret.html",
    "/assets/../../secret.html",
    "/assets/..%5c..%5csecret.html",
    "//secret.html",
    "/built-from",
    "/assets",
    "/assets/",
    "/nothing.html",
    "/%00",
    "/constructor",
  ])("have nothing at %s", (path) => {
    expect(ask(path)).toBeUndefined();
  });

  it("allow only their own scripts, styles and connections, and nothing inline", () => {
    const policy = ask("/")?.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|data:|\*/);
    expect(ask("/")?.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("are compressed if the browser accepts it", async () => {
    const response = ask("/assets/main-1a2b.js", { headers: { "accept-encoding": "br, gzip" } });
    const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    expect(response?.headers.get("content-encoding")).toBe("gzip");
    expect(bytes.length).toBeLessThan(200);
    expect(gunzipSync(bytes).toString()).toBe("let a = 1;".repeat(100));
  });

  it("send no body for a matching ETag or HEAD, and serve nothing for other methods", () => {
    const etag = ask("/")?.headers.get("etag") ?? "";
    expect(ask("/", { headers: { "if-none-match": `W/${etag}` } })?.status).toBe(304);
    expect(ask("/", { method: "HEAD" })?.headers.get("content-length")).toBe("11");
    expect(ask("/", { method: "POST" })).toBeUndefined();
  });

  it("are undefined if the folder has no index.html", () => {
    expect(readStaticFiles(join(parent, "nowhere"))).toBeUndefined();
  });
});
