import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../src/plan/json.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { createMemoryLog } from "../src/testing/memory-log.ts";
import { type VerbsHost, verbsSuite } from "../src/testing/verbs-suite.ts";
import { parseAllowList } from "../src/tools/http/allow-list.ts";
import { createHttp } from "../src/tools/http/http.ts";
import { identityOf, type McpEndpoint } from "../src/tools/mcp/endpoint.ts";
import { createPin, type Pin } from "../src/tools/mcp/pin.ts";
import { type McpConfig, type McpSource, openMcpSource } from "../src/tools/mcp/source.ts";
import { createRegistry } from "../src/tools/registry.ts";
import { createVerbs } from "../src/tools/verb-router.ts";
import { startHttpFixture } from "./fixtures/mcp-http.ts";
import type { FixtureOptions } from "./fixtures/mcp-server.ts";

const fixture = join(import.meta.dirname, "fixtures/mcp-stdio.ts");
const stdio = (options: FixtureOptions = {}): McpEndpoint => ({
  kind: "stdio",
  command: process.execPath,
  args: [fixture, JSON.stringify(options)],
  env: {},
});
const http = (url: string, headers: Record<string, string> = {}): McpEndpoint => ({ kind: "http", url, headers });

const open: McpSource[] = [];
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const source of open.splice(0)) await source.close();
  for (const stop of stops.splice(0)) await stop();
});

function loopback() {
  const parsed = parseAllowList(["127.0.0.1"]);
  return createHttp("allows" in parsed ? { allows: parsed.allows } : {});
}

async function host(endpoint: McpEndpoint, config: Partial<McpConfig> = {}) {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const parts = { http: loopback(), log, clock };
  const rules = { echo: { effect: "read" }, json: { effect: "read" }, plain: { effect: "read" } } as const;
  const source = await openMcpSource({ name: "fx", endpoint, rules, ...config }, parts);
  const { registry } = createRegistry(source.tools);
  const verbs = createVerbs({ registry, log, clock });
  const call = (verb: string, payload: JsonObject = {}, signal = new AbortController().signal) =>
    verbs.execute({ verb_id: verb, payload, request_id: "r", caller: "test" }, { signal });
  return { source, verbs, clock, log, call };
}

const pins = new Map<string, Pin>();

/** Pins the server once per endpoint, because starting a process is slow. */
async function pinOf(endpoint: McpEndpoint): Promise<Pin> {
  const key = JSON.stringify(identityOf(endpoint));
  const known = pins.get(key);
  if (known !== undefined) return known;
  const { source } = await host(endpoint);
  const pin = await source.currentPin();
  await source.close();
  pins.set(key, pin);
  return pin;
}

async function pinned(endpoint: McpEndpoint, config: Partial<McpConfig> = {}) {
  const pin = await pinOf(endpoint);
  const second = await host(endpoint, { ...config, pin });
  open.push(second.source);
  return { ...second, pin };
}

/** One server per describe block. */
function shared(endpoint: McpEndpoint) {
  let opened: Awaited<ReturnType<typeof pinned>> | undefined;
  beforeAll(async () => {
    opened = await pinned(endpoint);
    open.splice(open.indexOf(opened.source), 1);
  });
  afterAll(() => opened?.source.close());
  return () => opened ?? expect.fail("the server is not open");
}

const names = { echo: "fx.echo", fail: "fx.fail", hang: "fx.hang", big: "fx.big", garbage: "fx.garbage" };

async function suiteHost(endpoint: McpEndpoint): Promise<VerbsHost> {
  const { verbs, clock, source } = await pinned(endpoint);
  open.splice(open.indexOf(source), 1);
  return { verbs, clock, names, stop: () => source.close() };
}

verbsSuite("an MCP server process (stdio)", () => suiteHost(stdio()));
verbsSuite("an MCP server over Streamable HTTP", async () => {
  const server = await startHttpFixture();
  const suite = await suiteHost(http(server.url));
  return { ...suite, stop: () => suite.stop().then(() => server.kill()) };
});

describe("an MCP server's tools", () => {
  const one = shared(stdio());

  it("take their class from our rules, never from the server's hints", async () => {
    const { verbs } = one();
    expect(verbs.describe("fx.write")?.effect).toBe("unknown");
    expect(verbs.describe("fx.write")?.retryClass).toBe("never");
    expect(verbs.describe("fx.write")?.source).toBe("mcp:fx");
  });

  it("carry the configured prefix, or none", async () => {
    const { verbs } = await pinned(stdio(), { prefix: "" });
    expect(verbs.describe("echo")).toBeDefined();
  });

  it.each([
    ["json", { answer: 42 }],
    ["plain", "just words"],
  ])("%s answers with its text as JSON where it is JSON", async (tool, output) => {
    const { call } = one();
    expect(await call(`fx.${tool}`)).toEqual({ ok: true, output, error: null });
  });

  it("pass a JSON-RPC error on as the tool's failure", async () => {
    const { call } = one();
    const answer = await call("fx.broken");
    expect(answer).toMatchObject({ error: { code: "tool_failed" } });
    expect(answer.error?.message).toContain("internal trouble");
  });

  it("answer too much for the router, though not for the connection", async () => {
    const { call } = one();
    expect(await call("fx.big", { bytes: 5_000_000 })).toMatchObject({ error: { code: "output_too_large" } });
  });

  it("are aborted when the caller aborts", async () => {
    const { call, clock } = one();
    await call("fx.plain");
    const stop = new AbortController();
    const hanging = call("fx.hang", {}, stop.signal);
    while (clock.waiting() === 0) await nextTurn();
    // The server must have received the call before it can be cancelled; its next answer shows that.
    await call("fx.plain");
    stop.abort();
    await hanging;
    expect(await call("fx.canceled")).toMatchObject({ output: { canceled: 1 } });
  });
});

describe("a server that differs from its pin", () => {
  it.each<[string, FixtureOptions, string]>([
    ["a new version", { version: "1.1.0" }, "the server is fixture 1.1.0, pinned is fixture 1.0.0"],
    ["a new tool", { extraTool: true }, "extra is new"],
    ["a tool less", { withoutTool: "json" }, "json is no longer offered"],
    ["other words", { changedTool: true }, 'write has changed at /description: it was "Write a name" and is'],
  ])("with %s may be read but not written through, and says why", async (_, options, message) => {
    const { manifest } = await pinOf(stdio());
    const pin = createPin(identityOf(stdio(options)), manifest);
    const { call, source } = await host(stdio(options), { pin });
    open.push(source);
    const answer = await call("fx.write", { name: "a" });
    expect(answer).toMatchObject({ ok: false, error: { code: "manifest_drift" } });
    expect(answer.error?.message).toContain(message);
    expect((await source.drift()).map((drift) => drift.message).join()).toContain(message);
    expect(await call("fx.echo", { text: "a" })).toMatchObject({ ok: true });
  });

  it("by its command is another server", async () => {
    const { source } = await host(stdio({ version: "1.0.0" }), { pin: await pinOf(stdio()) });
    open.push(source);
    expect(await source.drift()).toEqual([expect.objectContaining({ kind: "endpoint" })]);
  });

  it("or that was never pinned can only be read", async () => {
    const { call, source } = await host(stdio());
    open.push(source);
    expect(await call("fx.write", { name: "a" })).toMatchObject({ error: { code: "manifest_unpinned" } });
    expect(await call("fx.echo", { text: "a" })).toMatchObject({ ok: true });
  });

  it("can be written through once it is pinned again", async () => {
    const { call } = await pinned(stdio({ changedTool: true }));
    expect(await call("fx.write", { name: "a" })).toMatchObject({ ok: true, output: { written: ["a"] } });
  });
});

describe("a server that dies", () => {
  it("in the middle of a call leaves an unknown outcome and is back for the next (stdio)", async () => {
    const { call } = await pinned(stdio());
    const [died, beside] = await Promise.all([call("fx.die"), call("fx.hang")]);
    expect(died).toMatchObject({ ok: false, error: { code: "connection_lost" } });
    expect(beside).toMatchObject({ ok: false, error: { code: "connection_lost" } });
    expect(await call("fx.echo", { text: "back" })).toMatchObject({ ok: true, output: { echo: "back" } });
  });

  it("in the middle of a call leaves an unknown outcome and is back for the next (HTTP)", async () => {
    const server = await startHttpFixture();
    const { call, clock } = await pinned(http(server.url));
    await call("fx.plain");
    const posts = () => server.seen.filter((request) => request.method === "POST").length;
    const before = posts();
    const hanging = call("fx.hang");
    while (posts() === before || clock.waiting() === 0) await nextTurn();
    await server.kill();
    expect(await hanging).toMatchObject({ ok: false, error: { code: "connection_lost" } });
    expect(await call("fx.echo", { text: "a" })).toMatchObject({ ok: false, error: { code: "unavailable" } });
    const again = await startHttpFixture(server.port);
    stops.push(() => again.kill());
    // The restarted process refuses the old session, so the call uses a new one.
    expect(await call("fx.echo", { text: "back" })).toMatchObject({ ok: true, output: { echo: "back" } });
  });

  it("and stays down is described from its pin, and asked less and less often", async () => {
    const pin = await pinOf(stdio());
    const down: McpEndpoint = {
      kind: "stdio",
      command: join(import.meta.dirname, "no-such-program"),
      args: [],
      env: {},
    };
    const { call, clock, verbs, source } = await host(down, { pin });
    open.push(source);
    expect(verbs.describe("fx.echo")?.effect).toBe("read");
    const messages: string[] = [];
    for (const pauseMs of [0, 1, 249, 1, 499]) {
      clock.advance(pauseMs);
      const answer = await call("fx.echo", { text: "a" });
      expect(answer).toMatchObject({ ok: false, error: { code: "unavailable" } });
      messages.push(answer.error?.message ?? "");
    }
    const pauses = messages.map((message) => /again in (\d+) ms/.exec(message)?.[1]);
    expect(pauses).toEqual([undefined, "249", undefined, "499", undefined]);
  });
});

describe("a server that breaks the protocol", () => {
  const raw: McpEndpoint = {
    kind: "stdio",
    command: process.execPath,
    args: [join(import.meta.dirname, "fixtures/mcp-raw.ts")],
    env: {},
  };
  const one = shared(raw);

  it.each([
    ["with a result of no shape", "shapeless", "invalid_output"],
    ["with noise before the answer", "noise", "fine"],
    ["with half a message, and leaves", "half", "connection_lost"],
    ["with an error", "stranger", "tool_failed"],
    ["with a key that changes objects", "poison", {}],
    ["with bytes that are not UTF-8", "latin", "caf\ufffd"],
  ])("%s", async (_, tool, expected) => {
    const { call } = one();
    const answer = await call(`fx.${tool}`);
    expect(answer.ok ? answer.output : answer.error.code).toEqual(expected);
    expect(await call("fx.noise")).toMatchObject({ ok: true, output: "fine" });
  });
});

describe("a server over HTTP", () => {
  it("is not reached on a private address that nobody allowed", async () => {
    const parts = { http: createHttp(), log: createMemoryLog(), clock: createFakeClock() };
    const attempt = openMcpSource({ name: "inside", endpoint: http("http://127.0.0.1:9/mcp") }, parts);
    await expect(attempt).rejects.toMatchObject({ code: "address_refused" });
  });

  it("is notified when its session ends", async () => {
    const server = await startHttpFixture();
    stops.push(() => server.kill());
    const { call, source } = await pinned(http(server.url));
    await call("fx.plain");
    await source.close();
    expect(server.seen.at(-1)?.method).toBe("DELETE");
  });

  it("gets the headers of the configuration, and no log does", async () => {
    const server = await startHttpFixture();
    stops.push(() => server.kill());
    const { call, log } = await pinned(http(server.url, { authorization: "Bearer s3cret" }));
    await call("fx.echo", { text: "a" });
    expect(new Set(server.seen.map((request) => request.headers.authorization))).toEqual(new Set(["Bearer s3cret"]));
    expect(JSON.stringify(log.lines)).not.toContain("s3cret");
  });
});

const workbench = resolve(import.meta.dirname, "../../shared/eval/workbench/server.py");

describe.skipIf(!existsSync(workbench))("the WorkBench server (skipped where it is not installed)", () => {
  it("lists its tools and answers a read", async () => {
    const endpoint: McpEndpoint = { kind: "stdio", command: "python3", args: [workbench], env: {} };
    const { call, verbs } = await pinned(endpoint, { prefix: "", defaults: { effect: "read" } });
    expect(verbs.list()).toHaveLength(27);
    const answer = await call("calendar.search_events", { query: "meeting" });
    expect(answer.ok || answer.error).not.toMatchObject({ code: "unavailable" });
  });
});
