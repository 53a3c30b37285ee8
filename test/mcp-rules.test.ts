import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openWorkspace } from "../src/demo/open-workspace.ts";
import { serveHttp } from "../src/demo/serve-http.ts";
import { createWorkspaceTools } from "../src/demo/workspace-tools.ts";
import { openLocalToolbox } from "../src/runtime/toolbox/local-toolbox.ts";
import { writePin } from "../src/runtime/toolbox/pins.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { createMemoryLog } from "../src/testing/memory-log.ts";
import { parseFaults } from "../src/demo/faults/faults.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const verb = "LINEAR_CREATE_LINEAR_ISSUE";

/** A configuration with a tracker that loses its first answer. */
async function world(change: { query?: Record<string, string> } = {}) {
  const clock = createFakeClock();
  const state = openWorkspace({ now: clock.now() });
  const parsed = parseFaults(`${verb}=lost@1`);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const tools = createWorkspaceTools({ state, clock, faults: parsed.faults });
  const server = await serveHttp({ tools, now: () => clock.now() });
  const folder = mkdtempSync(join(tmpdir(), "planwright-mcp-rules-"));
  closers.push(
    () => server.stop(),
    () => rmSync(folder, { recursive: true }),
  );
  const tracker = {
    url: server.url,
    query: { "toolkit_versions[linear]": "20251027_00" },
    prefix: "",
    tools: {
      LINEAR_LIST_LINEAR_ISSUES: { effect: "read" },
      [verb]: {
        effect: "additive",
        key_argument: "/external_id",
        read_back: { tool: "LINEAR_LIST_LINEAR_ISSUES", args: { external_id: "{key}" }, found: "/issues/0" },
      },
    },
  };
  const open = async (own: object = {}) => {
    const config = {
      approval: { default: "allow" },
      tools: { allow: ["127.0.0.1"], mcp: { tracker: { ...tracker, ...own } } },
    };
    writeFileSync(join(folder, "planwright.yaml"), JSON.stringify(config));
    const opened = await openLocalToolbox({
      folder,
      dataFolder: join(folder, "data"),
      env: {},
      log: createMemoryLog(),
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    closers.push(() => opened.value.stop());
    return opened.value;
  };
  const first = await open();
  const pin = await first.servers.get("tracker")?.currentPin();
  if (pin === undefined) throw new Error("no server");
  writePin(join(folder, "planwright.pins.json"), "tracker", pin);
  return { ...(await open(change)), issues: () => state.read().issues };
}

const around = { signal: new AbortController().signal, tenant: "acme" };
const payload = { team_id: "team_studio", title: "Once" };
const call = { verb_id: verb, payload, request_id: "r", caller: "test" };

describe("an MCP server in planwright.yaml", () => {
  it("takes the effect's key where the rules say, and is read back by it", async () => {
    const { verbs, issues } = await world();
    expect(verbs.describe(verb, "acme")).toMatchObject({ effect: "additive", canReadBack: true, retryClass: "never" });
    expect(await verbs.execute(call, { ...around, effectKey: "k1" })).toMatchObject({
      error: { code: "connection_lost" },
    });
    expect(await verbs.readBack(verb, { key: "k1", payload }, around)).toMatchObject({ state: "done" });
    expect(await verbs.readBack(verb, { key: "k2", payload }, around)).toEqual({ state: "absent" });
    expect(issues().filter(({ external_id }) => external_id === "k1")).toHaveLength(1);
  });

  it("writes nothing with toolkit versions other than those it was pinned with", async () => {
    const { verbs, issues } = await world({ query: { "toolkit_versions[linear]": "20260101_00" } });
    expect(await verbs.execute(call, around)).toMatchObject({ error: { code: "manifest_drift" } });
    expect(issues().some(({ title }) => title === "Once")).toBe(false);
  });
});
