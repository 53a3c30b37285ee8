import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "./support/run-cli.ts";

// A server knows the secret that it is started with. What it says of itself is shown, stored and pinned.
const secret = "tin-whistle-4711";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function serve(program: string): void {
  writeFileSync(join(folder, "server.mjs"), program);
  const server = { command: [process.execPath, "server.mjs"], env: { KEY: { env: "CRM_KEY" } } };
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify({ tools: { mcp: { crm: server } } }));
}

const run = (words: string[], env: Record<string, string> = { CRM_KEY: secret }) =>
  runCli([...words, "--config", join(folder, "planwright.yaml")], {
    env: { PLANWRIGHT_DATA: join(folder, "data"), PORT: "0", ...env },
  });

it("a server that fails to start and prints its secret", async () => {
  serve(`process.stderr.write("Error: the key " + process.env.KEY + " is wrong\\n", () => process.exit(1));`);
  for (const words of [["tools", "check"], ["doctor"]]) {
    const { out, err } = await run(words);
    expect(out + err).toContain("the key [redacted] is wrong");
    expect(out + err).not.toContain(secret);
  }
});

it("a server that describes its tools by its secret", async () => {
  serve(`
    import { createInterface } from "node:readline";
    const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
    const inputSchema = { type: "object", properties: { key: { type: "string", default: process.env.KEY } } };
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const serverInfo = { name: "crm", version: "0" };
      if (method === "initialize") say(id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
      if (method === "tools/list")
        say(id, { tools: [{ name: "find", description: "Finds with " + process.env.KEY + ".", inputSchema }] });
    });`);
  const { out } = await run(["tools", "list", "--json"]);
  expect(out).toContain("Finds with [redacted].");
  expect(out).not.toContain(secret);
});

it("the doctor names secrets that are too short to be recognised", async () => {
  serve("process.exit(1)");
  const { out } = await run(["doctor"], { CRM_KEY: "short", WEBHOOK_SECRET: "x" });
  expect(out).toMatch(/CRM_KEY has fewer than 8 characters/);
  expect(out).toMatch(/WEBHOOK_SECRET has fewer than 8 characters/);
});
