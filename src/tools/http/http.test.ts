import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ToolError } from "../tool-error.ts";
import { parseAllowList } from "./allow-list.ts";
import type { SendRequest, DialAnswer } from "./dial.ts";
import type { CheckedTarget } from "./guard.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { createHttp, type HttpParts } from "./http.ts";
import { readText } from "./read-answer.ts";

const publicAddress = "93.184.215.14";
const { signal } = new AbortController();

/** A dialer that reaches nothing: it notes where it was sent and answers from a table. */
function fakeDial(answers: Record<string, Partial<DialAnswer>> = {}) {
  const dialled: (CheckedTarget & { headers: Record<string, string> })[] = [];
  const dial: SendRequest = async (target, { headers }) => {
    dialled.push({ ...target, headers: { ...headers } });
    const answer = answers[target.url.href] ?? {};
    return { status: 200, headers: {}, body: bytes("ok"), ...answer };
  };
  return { dial, dialled };
}

async function* bytes(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

function allow(...entries: string[]): Pick<HttpParts, "allows"> {
  const parsed = parseAllowList(entries);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return { allows: parsed.allows };
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "fine",
    (error: ToolError) => error.code,
  );
}

describe("the guard of outgoing HTTP", () => {
  it.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/plain,hello",
    "not a url",
    "//example.com",
    "http://user:secret@example.com/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:ffff:7f00:0001]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://192.168.0.1:8080/",
    "http://0/",
    "http://①②⑦.⓪.⓪.①/",
  ])("never dials %s", async (url) => {
    const { dial, dialled } = fakeDial();
    const http = createHttp({ dial, resolve: async () => [publicAddress] });
    expect(await codeOf(http.send({ method: "GET", url, signal }))).toBe("address_refused");
    expect(dialled).toEqual([]);
  });

  it.each([
    ["a private address", ["10.0.0.7"]],
    ["a public address and a private one", [publicAddress, "127.0.0.1"]],
    ["a mapped loopback address", ["::ffff:127.0.0.1"]],
    ["something that is no address", ["localhost"]],
  ])("refuses a name that resolves to %s", async (_, addresses) => {
    const { dial, dialled } = fakeDial();
    const http = createHttp({ dial, resolve: async () => addresses });
    expect(await codeOf(http.send({ method: "GET", url: "https://example.com/", signal }))).toBe("address_refused");
    expect(dialled).toEqual([]);
  });

  it("resolves a name once and connects to the checked address", async () => {
    const answers = [[publicAddress], ["127.0.0.1"], ["127.0.0.1"]];
    const { dial, dialled } = fakeDial();
    const http = createHttp({ dial, resolve: async () => answers.shift() ?? [] });
    await http.send({ method: "GET", url: "https://rebind.example/", signal });
    expect(dialled.map(({ addresses }) => addresses)).toEqual([[publicAddress]]);
    expect(answers).toHaveLength(2);
  });

  it.each(["http://127.0.0.1/admin", "http://169.254.169.254/", "file:///etc/passwd", "https://inside.example/"])(
    "checks a redirect to %s like a first address",
    async (location) => {
      const { dial, dialled } = fakeDial({ "http://example.com/": { status: 302, headers: { location } } });
      const resolve = async (host: string) => (host === "inside.example" ? ["10.0.0.1"] : [publicAddress]);
      const http = createHttp({ dial, resolve });
      expect(await codeOf(http.send({ method: "GET", url: "http://example.com/", signal }))).toBe("address_refused");
      expect(dialled).toHaveLength(1);
    },
  );

  it("follows a redirect to another origin without the headers that may be secret", async () => {
    const { dial, dialled } = fakeDial({
      "https://a.example/x": { status: 307, headers: { location: "/y" } },
      "https://a.example/y": { status: 308, headers: { location: "https://b.example/z" } },
    });
    const http = createHttp({ dial, resolve: async () => [publicAddress] });
    const headers = { "X-Api-Key": "s3cret", Accept: "application/json" };
    const answer = await http.send({ method: "GET", url: "https://a.example/x", headers, signal });
    expect(answer.url).toBe("https://b.example/z");
    expect(dialled.map(({ headers: sent }) => sent["x-api-key"])).toEqual(["s3cret", "s3cret", undefined]);
    expect(dialled.map(({ headers: sent }) => sent["host"])).toEqual(["a.example", "a.example", "b.example"]);
    expect(dialled[2]?.headers["accept"]).toBe("application/json");
  });

  it("sends along what goes with every call, unless the call says otherwise, and not to another origin", async () => {
    const to = { "https://shop.example/": { status: 302, headers: { location: "https://other.example/" } } };
    const { dial, dialled } = fakeDial(to);
    const http = createHttp({
      dial,
      resolve: async () => [publicAddress],
      traceHeaders: () => ({ traceparent: "t1" }),
    });
    await http.send({ method: "GET", url: "https://shop.example/", signal });
    await http.send({ method: "GET", url: "https://here.example/", headers: { TraceParent: "t2" }, signal });
    expect(dialled.map(({ headers }) => headers["traceparent"])).toEqual(["t1", undefined, "t2"]);
  });

  it("stops after five redirects, never falls back to http, and does not send a write on", async () => {
    const loop = { status: 302, headers: { location: "https://a.example/" } };
    const { dial, dialled } = fakeDial({
      "https://a.example/": loop,
      "https://down.example/": { status: 301, headers: { location: "http://a.example/" } },
    });
    const http = createHttp({ dial, resolve: async () => [publicAddress] });
    expect(await codeOf(http.send({ method: "GET", url: "https://a.example/", signal }))).toBe("tool_failed");
    expect(dialled).toHaveLength(6);
    expect(await codeOf(http.send({ method: "GET", url: "https://down.example/", signal }))).toBe("address_refused");
    const answer = await http.send({ method: "POST", url: "https://a.example/", body: "{}", signal });
    expect(answer.status).toBe(302);
  });

  it.each([
    ["127.0.0.1", "http://127.0.0.1:9999/", true],
    ["127.0.0.1:9999", "http://127.0.0.1:9999/", true],
    ["127.0.0.1:9998", "http://127.0.0.1:9999/", false],
    ["10.0.0.0/8", "http://10.20.30.40/", true],
    ["10.0.0.0/8", "http://11.0.0.1/", true],
    ["10.0.0.0/8", "http://192.168.0.1/", false],
    ["[::1]:80", "http://[::1]/", true],
    ["::1", "http://[::1]:8080/", true],
    ["erp.internal", "http://erp.internal/", true],
    ["erp.internal:443", "https://ERP.internal./", true],
    ["erp.internal:443", "http://erp.internal/", false],
    ["erp.internal", "http://other.internal/", false],
  ])("with %s allowed, %s is allowed: %s", async (entry, url, isAllowed) => {
    const { dial } = fakeDial();
    const http = createHttp({ dial, resolve: async () => ["10.1.1.1"], ...allow(entry) });
    expect(await codeOf(http.send({ method: "GET", url, signal }))).toBe(isAllowed ? "fine" : "address_refused");
  });

  it.each(["10.0.0.0/33", "http://x/", "a b", "[10.0.0.1]:80", "1.2.3.4/8/9"])("cannot read %s as an entry", (entry) =>
    expect(parseAllowList([entry])).toHaveProperty("problem"),
  );

  it("calls a name without an address unavailable: nothing was sent", async () => {
    const { dial } = fakeDial();
    const fails = createHttp({ dial, resolve: async () => Promise.reject(new Error("ENOTFOUND")) });
    const empty = createHttp({ dial, resolve: async () => [] });
    for (const http of [fails, empty])
      expect(await codeOf(http.send({ method: "GET", url: "http://gone.example/", signal }))).toBe("unavailable");
  });
});

describe("reading an answer", () => {
  it.each([
    ["a body longer than it said", { headers: {}, body: bytes("12345", "67890", "x") }, "output_too_large"],
    ["a body that says it is too long", { headers: { "content-length": "11" }, body: bytes("") }, "output_too_large"],
    ["an encoding nobody asked for", { headers: { "content-encoding": "gzip" }, body: bytes("") }, "invalid_output"],
    ["a body at the limit", { headers: { "content-length": "10" }, body: bytes("1234567890") }, "fine"],
  ])("judges %s", async (_, answer, code) => expect(await codeOf(readText({ status: 200, ...answer }, 10))).toBe(code));

  it("refuses bytes that are not UTF-8", async () => {
    const body = (async function* () {
      yield Uint8Array.of(0xff, 0xfe);
    })();
    expect(await codeOf(readText({ status: 200, headers: {}, body }, 10))).toBe("invalid_output");
  });
});

describe("the dialer of Node, on loopback", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function listen(listener: RequestListener): Promise<number> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  it("goes to the checked address under the name that was asked for", async () => {
    const port = await listen((request, response) => response.end(`${request.method} ${request.headers.host}`));
    const http = createHttp({ resolve: async () => ["127.0.0.1"], ...allow(`shop.example:${port}`) });
    const answer = await http.send({ method: "GET", url: `http://shop.example:${port}/`, signal });
    expect(await readText(answer, 100)).toBe(`GET shop.example:${port}`);
  });

  it("tries the next checked address where the first does not answer", async () => {
    const port = await listen((_, response) => response.end("here"));
    const http = createHttp({ resolve: async () => ["::1", "127.0.0.1"], ...allow("shop.example") });
    const answer = await http.send({ method: "GET", url: `http://shop.example:${port}/`, signal });
    expect(await readText(answer, 100)).toBe("here");
  });

  it("distinguishes a call that was never sent from one whose answer was lost", async () => {
    const port = await listen((request) => request.socket.destroy());
    const http = createHttp(allow("127.0.0.1"));
    const call = (at: number) => http.send({ method: "POST", url: `http://127.0.0.1:${at}/`, body: "{}", signal });
    expect(await codeOf(call(port))).toBe("connection_lost");
    server?.close();
    await new Promise((resolve) => server?.once("close", resolve));
    expect(await codeOf(call(port))).toBe("unavailable");
  });

  it("reports a connection that breaks within the answer, and a caller that aborts", async () => {
    const port = await listen((request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
      if (request.url === "/broken") setImmediate(() => request.socket.destroy());
    });
    const http = createHttp(allow("127.0.0.1"));
    const broken = await http.send({ method: "GET", url: `http://127.0.0.1:${port}/broken`, signal });
    expect(await codeOf(readText(broken, 1000))).toBe("connection_lost");
    const stop = new AbortController();
    const slow = await http.send({ method: "GET", url: `http://127.0.0.1:${port}/slow`, signal: stop.signal });
    const reading = codeOf(readText(slow, 1000));
    stop.abort();
    expect(await reading).toBe("canceled");
  });

  it("serves libraries that want a fetch, with the headers of the configuration", async () => {
    const port = await listen((request, response) => {
      request.on("data", () => {});
      request.on("end", () => response.writeHead(201).end(`${request.method} ${String(request.headers["x-key"])}`));
    });
    const guarded = createGuardedFetch(createHttp(allow("127.0.0.1")), { "x-key": "k" });
    const answer = await guarded(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
    expect([answer.status, await answer.text()]).toEqual([201, "POST k"]);
    await expect(createGuardedFetch(createHttp())(`http://127.0.0.1:${port}/`)).rejects.toThrow(/loopback/);
  });
});
