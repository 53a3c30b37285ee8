import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { service } from "../../src/contracts/index.ts";
import { type OpenPlanwright, openPlanwright } from "../../src/runtime/open-planwright.ts";
import { createLoopbackAuth } from "../../src/server/auth/loopback-auth.ts";
import type { RunningServer } from "../../src/server/listen.ts";
import { startServer } from "../../src/server/start-server.ts";

// The SDK's client over both transports, without any code of ours on its side.
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const roles = new Set(["api", "planner", "router"] as const);
let folder: string;
let planwright: OpenPlanwright;
let server: RunningServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-mcp-"));
  const config = { tools: { demo: true }, packs: ["small-business", "studio"], approval: { default: "allow" } };
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify(config));
  const opened = await openPlanwright({ folder, dataFolder: join(folder, "http"), env: {}, log: quiet });
  if (!opened.ok) throw new Error("the demo workspace did not open");
  planwright = opened.value;
  await planwright.start();
  const authenticate = createLoopbackAuth({ tenant: "local" });
  server = await startServer(planwright, { host: "127.0.0.1", port: 0, authenticate, roles });
});

afterAll(async () => {
  await server.stop();
  await planwright.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("resources and prompts", () => {
  it("show runs and their plans, and prompts for them", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(overHttp());
    const plan = { steps: [{ id: "s1", kind: "message", channel: "assistant", content: "hello" }] };
    const started = await client.callTool({ name: "start_run", arguments: { plan } });
    const id = (started.structuredContent as { run_id: string }).run_id; // the tool's output schema
    const taught = await client.readResource({ uri: "planwright://packs/taught" });
    expect(taught.contents[0]).toMatchObject({ mimeType: "application/yaml", text: expect.stringContaining("pack:") });
    const { resources } = await client.listResources();
    const packs = ["taught", "small-business", "studio"].map((name) => `planwright://packs/${name}`);
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([...packs, `planwright://runs/${id}`, `planwright://runs/${id}/plan`]),
    );
    const [pack] = (await client.readResource({ uri: "planwright://packs/studio" })).contents;
    expect(JSON.stringify(pack)).toContain("intents");
    await expect(client.readResource({ uri: "planwright://packs/none" })).rejects.toThrow("There is no resource");
    const [read] = (await client.readResource({ uri: `planwright://runs/${id}/plan` })).contents;
    expect(JSON.stringify(read)).toContain("hello");
    await expect(client.readResource({ uri: "planwright://runs/none" })).rejects.toThrow("There is no resource");
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["carry_out", "inbox"]);
    const asked = await client.getPrompt({ name: "carry_out", arguments: { request: "say hello" } });
    expect(JSON.stringify(asked.messages)).toContain("say hello");
    await expect(client.getPrompt({ name: "carry_out" })).rejects.toThrow("required");
    await client.close();
  });
});

const overHttp = () => new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [resolve("src/cli/bin.ts"), "mcp", "--data", join(folder, "stdio")],
    cwd: folder,
    stderr: "pipe",
  });

describe.each([
  ["Streamable HTTP", overHttp],
  ["stdio", overStdio],
] as const)("MCP over %s", (_, transport) => {
  const client = new Client({ name: "test", version: "1.0.0" });
  beforeAll(() => client.connect(transport()), 30_000);
  afterAll(() => client.close());

  it("lists tools with correct annotations and both schemas", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("plan");
    for (const tool of tools) {
      expect(tool.outputSchema?.type).toBe("object");
      expect(tool.annotations?.readOnlyHint).toBe(/^(plan|validate|list|get|search|why)/.test(tool.name));
    }
  });

  it("plans, runs the plan and returns its result", async () => {
    const planned = await client.callTool({ name: "plan", arguments: { ...service.examples.request } });
    expect(planned.isError).toBeUndefined();
    const started = await client.callTool({ name: "start_run", arguments: { plan: planned.structuredContent } });
    const runId = (started.structuredContent as { run_id: string }).run_id;
    await planwright.runs.settled({ tenant: "local", runId });
    await expect
      .poll(async () => {
        const seen = await client.callTool({ name: "get_run", arguments: { run_id: runId } });
        return (seen.structuredContent as { run: { status: string } }).run.status;
      })
      .toBe("completed");
  });

  it.each([
    ["plan", { sesion_id: 1, message: "x" }, "UNKNOWN_FIELD"],
    ["get_run", { run_id: "nobody" }, "NOT_FOUND"],
    ["plann", {}, "Did you mean plan?"],
    [
      "start_run",
      { plan: { session_id: 1, steps: [{ id: "step-1", payload: 1 }], metadata: { model: 1 } } },
      "WRONG_TYPE",
    ],
  ])("answers %s with %j with an error that explains the problem", async (name, args, expected) => {
    const answer = await client.callTool({ name, arguments: args });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain(expected);
  });
});
