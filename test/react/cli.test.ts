import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exit } from "../../src/cli/command.ts";
import { PlanReactResponse } from "../../src/contracts/react/plan-react.ts";
import { openModelServer } from "../../src/testing/model-server/index.ts";
import { runCli, type CliOutput } from "../support/run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-react-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function react(
  words: readonly string[],
  config: object = { tools: { demo: true }, packs: ["small-business"] },
): Promise<CliOutput> {
  const file = join(folder, "planwright.yaml");
  writeFileSync(file, JSON.stringify({ approval: { default: "allow" }, ...config }));
  return runCli(["react", ...words, "--config", file, "--data", join(folder, "data")], {
    files: { "-": "what is in quote Q-0192?\n" },
  });
}

describe("planwright react", () => {
  it("prints text, and the contract's shape with --json", async () => {
    const { code, out, err } = await react(["what is in quote Q-0192?"]);
    expect([code, err]).toEqual([exit.ok, ""]);
    expect(out).toContain("Acme Fabrication");
    const said = await react(["-", "--json", "--id", "q1"]);
    expect(PlanReactResponse.parse(JSON.parse(said.out))).toMatchObject({ request_id: "q1", status: "ok" });
    expect((await react(["-", "--json", "--id", "q1"])).out).toBe(said.out);
  });

  it("prints events with --stream, beside the answer", async () => {
    const { out, err } = await react(["what is in quote Q-0192?", "--stream"]);
    expect(err).toMatch(/→ quote_lookup \{"quote_id":"Q-0192"\}\n← \{/);
    expect(out).toContain("Acme Fabrication");
    const lines = (await react(["what is in quote Q-0192?", "--stream", "--json"])).out.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { type?: string }).type)).toEqual([
      "start",
      "thought",
      "action",
      "observation",
      "text_delta",
      "answer",
      undefined,
    ]);
  });

  it("uses writing tools only when they are named", async () => {
    const goal = "Generate a purchase order from quote Q-0192";
    expect(await react([goal])).toMatchObject({ code: exit.failed, err: expect.stringContaining("no_tool_fits") });
    expect(await react([goal, "--tools", "quote_lookup,create_purchase_order"])).toMatchObject({
      code: exit.ok,
      out: expect.stringContaining("PO-"),
    });
  });

  it.each([
    [["x", "--steps", "many"], exit.usage],
    [["x", "--steps", "65"], exit.usage],
    [["x", "--style", "grumpy"], exit.contract],
    [["x", "--tools", "echo_tool,echo_tool"], exit.contract],
  ])("%j ends with %i", async (words, code) => {
    expect((await react(words)).code).toBe(code);
  });

  it("records calls of model and tools, and replays the same answer without both", async () => {
    const server = await openModelServer([{ calls: [{ name: "get_time" }] }, { text: "It is noon." }]);
    const endpoints = { here: { provider: "openai-compatible", model: "m", base_url: server.url } };
    const config = { tools: { demo: true }, models: { endpoints } };
    const tape = join(folder, "calls.jsonl");
    const asked = ["what time is it?", "--tools", "get_time", "--json", "--id", "r1"];
    const observed = ({ out }: CliOutput): unknown => PlanReactResponse.parse(JSON.parse(out)).trace;
    const recorded = await react([...asked, "--record", tape], config).finally(() => server.close());
    expect(recorded.code).toBe(exit.ok);
    const played = await react([...asked, "--replay", tape], config);
    expect([played.code, observed(played)]).toEqual([exit.ok, observed(recorded)]);
    const other = await react(["another goal", "--tools", "get_time", "--replay", tape], config);
    expect([other.code, other.err]).toEqual([exit.failed, expect.stringContaining("no_recording")]);
    expect((await react([...asked, "--replay", join(folder, "none")], config)).code).toBe(exit.contract);
  });

  it("reasons with the model of the configuration, and ends with 5 when the budget is spent", async () => {
    const server = await openModelServer([
      { calls: [{ name: "get_time" }], usage: { inputTokens: 10, outputTokens: 10 } },
      { text: "It is noon.", usage: { inputTokens: 10, outputTokens: 10 } },
    ]);
    const models = {
      endpoints: { here: { provider: "openai-compatible", model: "m", base_url: server.url } },
      prices: { "here/m": { input_cents_per_million: 100, output_cents_per_million: 1000 } },
    };
    try {
      const config = { tools: { demo: true }, models };
      expect(await react(["what time is it?", "--tools", "get_time"], config)).toMatchObject({
        code: exit.ok,
        out: "It is noon.\n",
      });
      server.assertComplete();
      const broke = { ...config, budgets: { global: { limit_cents: 0 } } };
      expect((await react(["again?", "--tools", "get_time"], broke)).code).toBe(exit.budget);
    } finally {
      await server.close();
    }
  });
});
