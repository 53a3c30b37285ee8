import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { runCli } from "../support/run-cli.ts";

// The real program, with its roles in processes of their own on one folder. Nobody reads on what they say once they are up.
const bin = resolve(import.meta.dirname, "../../src/cli/bin.ts");
let folder: string;
let key: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-roles-"));
  const config = { tools: { demo: true }, packs: ["small-business"] };
  writeFileSync(join(folder, "planwright.yaml"), JSON.stringify(config));
  const words = ["keys", "create", "--name", "test", "--scope", "admin", "--json", "--data", join(folder, "data")];
  const made = await runCli(words);
  key = (JSON.parse(made.out) as { key: string }).key;
});
afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function start(roles: string): Promise<string> {
  const words = [bin, "start", "--roles", roles, "--port", "0", "--data", join(folder, "data")];
  const child = spawn(process.execPath, words, { cwd: folder });
  started.push(child);
  let said = "";
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`it did not start: ${said}`);
}

describe("roles", () => {
  it("the daemon runs agents and serves them; the API alone does neither", async () => {
    const [api, daemon] = await Promise.all([start("api"), start("orion-agent-daemon")]);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${api}/agents`, { headers })).status).toBe(404);
    const client = createClient({ baseUrl: daemon, key });
    const body = {
      id: "agent.shelf",
      description: "Looks at the shelf.",
      goal_template: { type: "agent_task", description: "what do we have in stock of bolts" },
      toolset: ["inventory_lookup"],
      triggers: { events: [{ channel: "shelf" }] },
    };
    await client.putAgent({ params: { id: body.id }, body });
    await client.publishEvent({ body: { channel: "shelf", payload: {}, id: "e1" } });
    const runs = () => client.listAgentRuns({ params: { id: body.id }, query: {} });
    while ((await runs()).runs[0]?.status !== "success") await new Promise((resolve_) => setTimeout(resolve_, 20));
    expect((await runs()).runs).toHaveLength(1);
  }, 120_000);
});
