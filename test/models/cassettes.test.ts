import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordTo, replayFrom } from "../../src/runtime/models/cassette.ts";
import type { PlanwrightOptions } from "../../src/runtime/runtime-context.ts";
import { openPlanwright } from "../../src/runtime/open-planwright.ts";
import { planRequest } from "../../src/runtime/planning/plan-request.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { type ModelServer, openModelServer } from "../../src/testing/model-server/index.ts";
import { runCli } from "../support/run-cli.ts";

// Recorded with a model and a tool that are there, played with both gone and every connection refused.
let folder: string;
let server: ModelServer;
let shop: Server;
let calls: number;
let configFile: string;
let tape: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-cassette-"));
  calls = 0;
  shop = createServer((_, response) => {
    calls += 1;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ stock: 7, api_key: "hush" }));
  });
  await new Promise<void>((resolve) => void shop.listen(0, "127.0.0.1", resolve));
  const { port } = shop.address() as AddressInfo; // it listens on TCP
  const call = { id: "a", tool: "stock", args: { item: "bolts" } };
  server = await openModelServer([{ text: JSON.stringify({ outcome: "plan", calls: [call] }) }]);
  const input = { type: "object", properties: { item: { type: "string" } }, required: ["item"] };
  configFile = join(folder, "planwright.yaml");
  tape = join(folder, "calls.jsonl");
  const endpoint = { provider: "openai-compatible", model: "m", base_url: server.url };
  const http = {
    stock: { url: `http://127.0.0.1:${port}/stock`, query: { item: "{item}" }, input, effect: "read", tenants: ["*"] },
  };
  const tools = { allow: [`127.0.0.1:${port}`], http };
  writeFileSync(configFile, JSON.stringify({ tools, models: { endpoints: { here: endpoint } } }));
});

afterEach(async () => {
  shop.close();
  await server.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const value = <T>(checked: { ok: true; value: T } | { ok: false; issues: unknown }): T => {
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.value;
};

async function work(parts: PlanwrightOptions): Promise<object> {
  const opened = value(await openPlanwright({ folder, dataFolder: join(folder, "data"), env: {}, ...parts }));
  const { planning, verbs } = opened;
  const toolbox = verbs.list("local");
  const request = planRequest({ goal: "zzz whatsit bolts", toolbox, now: "2025-01-15T12:00:00Z", tenant: "local" });
  const plan = await planning.plan("model", request);
  const { signal } = new AbortController();
  const call = { verb_id: "stock", payload: { item: "bolts" }, request_id: "r1", caller: "test" };
  const answer = await verbs.execute(call, { signal, tenant: "local" });
  await opened.stop();
  return { plan, answer };
}

describe("a cassette", () => {
  it("replays a recorded runtime without any connection", async () => {
    const clock = createFakeClock();
    const live = await work({ cassette: value(recordTo(tape, clock)) });
    expect(live).toMatchObject({ plan: { plan: { steps: [{ tool: "stock" }] } }, answer: { ok: true } });
    await server.close();
    shop.close();
    let dialled = 0;
    const dial: NonNullable<PlanwrightOptions["dial"]> = () => {
      dialled += 1;
      throw new Error("the network is off");
    };
    const played = await work({ cassette: value(replayFrom(tape)), dial });
    expect(dialled).toBe(0);
    expect(calls).toBe(1);
    expect(played).toMatchObject({ plan: (live as { plan: object }).plan, answer: { output: { stock: 7 } } });
    expect(readFileSync(tape, "utf8")).not.toContain("hush");
  });

  it("explains a miss: the request, and how the nearest recording differs", async () => {
    await work({ cassette: value(recordTo(tape, createFakeClock())) });
    const text = readFileSync(tape, "utf8").replaceAll("zzz whatsit", "zzz whatnot");
    writeFileSync(
      tape,
      text.replace(/"key":"[0-9a-f]+","request":\{"temperature"/, '"key":"other","request":{"temperature"'),
    );
    const played = await work({ cassette: value(replayFrom(tape)) });
    expect(JSON.stringify(played)).toMatch(/nearest, model 1, differs first at \/messages\/1\/content: byte \d+/);
  });
});

describe("planwright run", () => {
  it("records a run and replays it offline without touching the effects ledger", async () => {
    const plan = JSON.stringify({ steps: [{ id: "s1", kind: "tool", tool: "stock", args: { item: "bolts" } }] });
    const data = join(folder, "data");
    const common = ["run", "--plan", "-", "--config", configFile, "--data", data, "--json"];
    const live = await runCli([...common, "--record", tape], { files: { "-": plan } });
    expect(live.code, live.err).toBe(0);
    shop.close();
    const played = await runCli([...common, "--replay", tape], { files: { "-": plan } });
    expect(played.code, played.err).toBe(0);
    expect(calls).toBe(1);
    const rowOf = (out: string): object => (JSON.parse(out) as { results: object[] }).results[0] ?? {};
    expect(rowOf(played.out)).toEqual(rowOf(live.out.replaceAll("hush", "[redacted]")));
    const runs = await runCli(["runs", "list", "--config", configFile, "--data", data, "--json"]);
    expect((JSON.parse(runs.out) as { runs: object[] }).runs).toHaveLength(1);
    const other = plan.replace("bolts", "nuts");
    const missed = await runCli([...common, "--replay", tape], { files: { "-": other } });
    expect(missed.code).toBe(1);
    expect(missed.out).toContain("no_recording");
  });

  it("accepts either --record or --replay, with a valid cassette", async () => {
    const both = await runCli(["run", "--plan", "-", "--record", "a", "--replay", "b"], { files: { "-": "{}" } });
    expect(both.code).toBe(2);
    writeFileSync(tape, "not a cassette\n");
    const none = await runCli(["run", "--plan", "-", "--replay", tape, "--config", configFile], {
      files: { "-": '{"steps":[]}' },
    });
    expect(none.code).toBe(3);
    expect(none.err).toContain("is not a cassette of version 1");
  });
});
