import { resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import type { Handlers } from "../../src/server/http/exchange.ts";
import { type RunningServer, listen } from "../../src/server/listen.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Authorisation over MCP, and cancellation of calls.
let world: ServerWorld;
let server: RunningServer;
/** The goals whose planning was aborted. */
const stopped: string[] = [];

beforeAll(async () => {
  // Structured planning never ends here unless it is aborted.
  const planStructured: Handlers["planStructured"] = ({ body: { goal }, signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        stopped.push(goal);
        reject(new Error("given up"));
      });
    });
  world = await openServerWorld(undefined, { handlers: { planStructured } });
  server = await listen((request) => world.app.fetch(request), { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
  return client;
}

async function overStdio(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const args = [resolve("src/cli/bin.ts"), "mcp", "--url", server.url];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "pipe" }));
  return client;
}

const patient = { timeout: 10_000 };
const initialize = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });

describe("POST /mcp", () => {
  it.each([
    ["without a key", {}],
    ["with a key nobody gave out", { authorization: `Bearer pw_${"0".repeat(16)}_${"x".repeat(43)}` }],
  ])("answers 401 and how to come in, %s", async (_, extra) => {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", ...extra };
    const response = await world.app.request("/mcp", { method: "POST", headers, body: initialize });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  it("rejects calls outside the key's scopes in the tool result", async () => {
    const client = await connect(await world.key("acme", ["plan"]));
    expect(
      (await client.callTool({ name: "plan", arguments: { ...serviceExamples.request } })).isError,
    ).toBeUndefined();
    const refused = await client.callTool({ name: "list_runs", arguments: {} });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("FORBIDDEN");
    await client.close();
  });

  it("shows a tenant nothing of another tenant", async () => {
    const plan = { steps: [{ id: "s1", kind: "message", channel: "assistant", content: "hello" }] };
    const [mine, theirs] = [
      await connect(await world.key("acme", ["runs"])),
      await connect(await world.key("other", ["runs"])),
    ];
    const started = await mine.callTool({ name: "start_run", arguments: { plan } });
    const { run_id } = started.structuredContent as { run_id: string };
    const seen = await theirs.callTool({ name: "get_run", arguments: { run_id } });
    expect(JSON.stringify(seen.content)).toContain("NOT_FOUND");
    await Promise.all([mine.close(), theirs.close()]);
  });

  it("aborts the work when the client disconnects", async () => {
    const client = await connect(await world.key("acme", ["plan"]));
    const call = client.callTool({ name: "plan_structured", arguments: { goal: "leave" } });
    await expect.poll(() => world.reached, patient).toContain("planStructured");
    await client.close();
    await expect(call).rejects.toThrow();
    await expect.poll(() => stopped, patient).toContain("leave");
  });
});

describe("planwright mcp --url", { timeout: 30_000 }, () => {
  it("serves a running Planwright with the key of the environment", async () => {
    const client = await overStdio({ PLANWRIGHT_KEY: await world.key("acme", ["plan", "tools"]) });
    const { structuredContent } = await client.callTool({ name: "plan", arguments: { ...serviceExamples.request } });
    expect(structuredContent).toMatchObject({ session_id: serviceExamples.request.session_id });
    await client.close();
  });

  it("returns the server's rejection without a key", async () => {
    const client = await overStdio({});
    const answer = await client.callTool({ name: "list_tools", arguments: {} });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain("UNAUTHENTICATED");
    await client.close();
  });

  it("aborts the call when the client cancels it", async () => {
    const client = await overStdio({ PLANWRIGHT_KEY: await world.key("acme", ["plan"]) });
    const before = world.reached.length;
    const giveUp = new AbortController();
    const request = { name: "plan_structured", arguments: { goal: "cancel" } };
    const call = client.callTool(request, undefined, { signal: giveUp.signal });
    await expect.poll(() => world.reached.slice(before), patient).toContain("planStructured");
    giveUp.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => stopped, patient).toContain("cancel");
    await client.close();
  });
});
