import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createMemoryLog } from "../testing/memory-log.ts";
import { parseAllowList } from "../tools/http/allow-list.ts";
import { createHttp } from "../tools/http/http.ts";
import type { McpEndpoint } from "../tools/mcp/endpoint.ts";
import { openMcpSource } from "../tools/mcp/source.ts";
import { createRegistry } from "../tools/registry.ts";
import { createVerbs } from "../tools/verb-router.ts";
import { openWorkspace } from "./open-workspace.ts";
import { workspaceRules } from "./rules.ts";
import { serveHttp } from "./serve-http.ts";
import { watchFaults } from "./faults/fault-file.ts";
import { createWorkspaceTools } from "./workspace-tools.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A client as the configuration would make it: connected, pinned, with our rules. */
async function connect(endpoint: McpEndpoint) {
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const allow = parseAllowList(["127.0.0.1"]);
  if ("problem" in allow) throw new Error(allow.problem);
  const parts = { clock, log, http: createHttp({ allows: allow.allows }) };
  const probe = await openMcpSource({ name: "demo", endpoint }, parts);
  const pin = await probe.currentPin();
  await probe.close();
  const source = await openMcpSource({ name: "demo", endpoint, prefix: "", pin, rules: workspaceRules }, parts);
  closers.push(() => source.close());
  const verbs = createVerbs({ registry: createRegistry(source.tools).registry, clock, log });
  const { signal } = new AbortController();
  const title = "Ромашка: концепция";
  const payload = { team_id: "team_studio", title };
  return {
    names: source.tools.map(({ spec }) => spec.name),
    create: () =>
      verbs.execute(
        { verb_id: "LINEAR_CREATE_LINEAR_ISSUE", payload, request_id: "r", caller: "t" },
        { signal, tenant: "local", effectKey: "k" },
      ),
    readBack: () => verbs.readBack("LINEAR_CREATE_LINEAR_ISSUE", { key: "k", payload }, { signal, tenant: "local" }),
  };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "planwright-demo-"));
  closers.push(() => rmSync(made, { recursive: true }));
  return made;
}

describe("the demo server", () => {
  it("loses an answer over HTTP by breaking the connection, and the write is found by its key", async () => {
    const clock = createFakeClock();
    const file = join(folder(), "demo-faults");
    const faults = watchFaults(file, () => undefined);
    const tools = createWorkspaceTools({ state: openWorkspace({ now: clock.now() }), clock, faults });
    const server = await serveHttp({ tools, now: () => clock.now() });
    closers.push(() => server.stop());
    const { create, readBack } = await connect({ kind: "http", url: server.url, headers: {} });
    writeFileSync(file, "LINEAR_CREATE_LINEAR_ISSUE=rate_limit@1\nLINEAR_CREATE_LINEAR_ISSUE=lost@2");
    expect(await create()).toMatchObject({ ok: false, error: { code: "rate_limited" } });
    expect(await readBack()).toEqual({ state: "absent" });
    expect(await create()).toMatchObject({ ok: false, error: { code: "connection_lost" } });
    expect(await readBack()).toMatchObject({ state: "done", output: { issue: { external_id: "k" } } });
    rmSync(file);
    expect(await create()).toMatchObject({ ok: true });
  });

  it("runs on standard input and output as a command, with the books beside CRM and tracker", async () => {
    const args = [resolve(import.meta.dirname, "../cli/bin.ts"), "demo-server", "--data", folder()];
    const env = { PLANWRIGHT_DEMO_FAULTS: "LINEAR_CREATE_LINEAR_ISSUE=lost@1" };
    const { names, create, readBack } = await connect({ kind: "stdio", command: process.execPath, args, env });
    expect(names).toEqual(expect.arrayContaining(["quote_lookup", "ATTIO_FIND_RECORD", "LINEAR_UPDATE_ISSUE"]));
    expect(await create()).toMatchObject({ ok: false, error: { code: "connection_lost" } });
    // The server went with the answer; the next one reads what it wrote.
    expect(await readBack()).toMatchObject({ state: "done" });
  });
});
