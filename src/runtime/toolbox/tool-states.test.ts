import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRegistry } from "../../tools/registry.ts";
import type { McpSource } from "../../tools/mcp/source.ts";
import type { Tool } from "../../tools/tool.ts";
import { toolSources } from "./tool-states.ts";

const toolOf = (name: string, source: string, tenants?: readonly string[]): Tool => ({
  spec: {
    name,
    source,
    description: "",
    inputSchema: {},
    effect: "read",
    timeoutMs: 1,
    retryClass: "safe",
    canReadBack: false,
    ...(tenants !== undefined && { tenants }),
  },
  run: async () => null,
});

const { registry } = createRegistry([
  toolOf("echo", "code"),
  toolOf("find", "mcp:crm"),
  toolOf("list", "mcp:crm"),
  toolOf("secret", "mcp:vault", ["acme"]),
]);

const manifest = { server: { name: "crm", version: "1" }, tools: [] };
const up: McpSource = {
  tools: [],
  isPinned: true,
  manifest: async () => manifest,
  currentPin: () => Promise.reject(new Error("not asked")),
  drift: async () => [{ kind: "added", tool: "more", message: "more is new" }],
  close: async () => undefined,
};

const ask = (server: McpSource, tenant = "globex") =>
  toolSources({ registry, problems, server: (name) => (name === "crm" ? Promise.resolve(server) : undefined) }, tenant);

const problems = [
  { source: "mcp files", message: "does not start" },
  { source: "mcp vault", message: "wants a key", tenants: ["acme"] },
];

describe("toolSources", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("counts the tools of each source and reports drift from the pin", async () => {
    expect((await ask(up)).sources).toEqual([
      { source: "code", tools: 1 },
      { source: "mcp:crm", tools: 2, mcp: { isUp: true, isPinned: true, drift: await up.drift() } },
    ]);
  });

  it("reports why a server is down, and times out for a silent one", async () => {
    const down = await ask({ ...up, manifest: () => Promise.reject(new Error("refused")) });
    expect(down.sources[1]?.mcp).toMatchObject({ isUp: false, error: "refused" });
    const silent = ask({ ...up, manifest: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(5000);
    expect((await silent).sources[1]?.mcp).toMatchObject({ isUp: false, error: "no answer within 5 s" });
  });

  it("hides sources of other tenants and their problems", async () => {
    expect((await ask(up)).problems).toEqual(problems.slice(0, 1));
    expect(JSON.stringify(await ask(up))).not.toContain("vault");
    expect((await ask(up, "acme")).problems).toEqual(problems);
    expect((await ask(up, "acme")).sources.map(({ source }) => source)).toContain("mcp:vault");
  });
});
