import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exit, type Io } from "../../src/cli/command.ts";
import { main } from "../../src/cli/main.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { type RunningServer, listen } from "../../src/server/listen.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// The CLI against a running server over a real socket.
let world: ServerWorld;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  world = await openServerWorld(undefined, { limits: { rate: { requests: 1e9, windowMs: 1000 } } });
  key = await world.key("acme", ["admin"]);
  server = await listen((request) => world.app.fetch(request), { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

type Setting = { env?: Record<string, string>; url?: string };

async function planwright(words: readonly string[], setting: Setting = {}) {
  const { env = { PLANWRIGHT_KEY: key }, url = server.url } = setting;
  const said = { out: "", err: "" };
  const io: Partial<Io> = {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    env,
    signal: new AbortController().signal,
  };
  const code = await main([...words, "--url", url], io as Io); // reads and writes no file
  return { code, ...said };
}

describe("planwright conformance", () => {
  it("passes for our own server", { timeout: 180_000 }, async () => {
    const { code, out } = await planwright(["conformance", "--fuzz", "30"]);
    expect(out).not.toMatch(/^(broken|absent) /m);
    expect([code, out]).toEqual([exit.ok, expect.stringContaining("\nconforms: ")]);
  });

  it("exits 3 for a violation and shows the request", async () => {
    const wrong = await listen(() => Response.json(serviceExamples.response), { host: "127.0.0.1", port: 0 });
    const { code, out } = await planwright(["conformance", "--contract", "service", "--json"], { url: wrong.url });
    await wrong.stop();
    expect(code).toBe(exit.contract);
    expect(JSON.parse(out)).toMatchObject({
      conforms: false,
      findings: expect.arrayContaining([
        expect.objectContaining({ outcome: "broken", detail: expect.stringContaining("Sent {") }),
      ]),
    });
  });

  it("exits 7 when no server responds, and 2 for an unknown contract", async () => {
    const gone = await listen(() => new Response(), { host: "127.0.0.1", port: 0 });
    await gone.stop();
    expect((await planwright(["conformance"], { url: gone.url })).code).toBe(exit.dependency);
    expect((await planwright(["runs", "list"], { url: gone.url })).code).toBe(exit.dependency);
    expect((await planwright(["conformance", "--contract", "poetry"])).code).toBe(exit.usage);
  });
});

describe("commands with --url", () => {
  it("plan with the server's tools", async () => {
    const { code, out } = await planwright(["plan", "Generate a purchase order from quote Q-0192"]);
    expect([code, out]).toEqual([exit.ok, expect.stringContaining("create_purchase_order")]);
    expect((await planwright(["plan", "Print the time", "--contract", "structured"])).out).toContain('"get_time"');
  });

  it("list, show and cancel the server's runs", async () => {
    const body = { steps: [{ id: "s1", kind: "action", action: "sign", mode: "manual" }] };
    const response = await world.call("startRun", { body }, key);
    const { run_id: id } = (await response.json()) as { run_id: string }; // the route's response schema
    await world.planwright.runs.settled({ tenant: "acme", runId: id });
    expect((await planwright(["runs", "list"])).out).toContain(id);
    expect((await planwright(["runs", "show", id])).out).toContain("sign");
    expect((await planwright(["runs", "cancel", id])).code).toBe(exit.ok);
    const shown = await planwright(["runs", "show", id, "--json"]);
    expect(JSON.parse(shown.out)).toMatchObject({ run: { run_id: id } });
  });

  it("print the server's problem", async () => {
    expect(await planwright(["runs", "show", "nobody"])).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining("NOT_FOUND"),
    });
    expect((await planwright(["runs", "list"], { env: {} })).err).toContain("UNAUTHENTICATED");
    expect((await planwright(["runs", "list", "--key", "wrong"])).err).toContain("UNAUTHENTICATED");
  });
});
