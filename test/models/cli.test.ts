import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, openModelServer } from "../../src/testing/model-server/index.ts";
import { runShell } from "../support/cli-process.ts";
import { runCli, type CliOutput } from "../support/run-cli.ts";

// The command line in a folder with a model: every fifth plan has another structure.
let folder: string;
let server: ModelServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-models-cli-"));
  server = await openModelServer((_, at) => {
    const lookup = { id: "a", tool: "quote_lookup", args: { quote_id: "Q-0192" } };
    const calls = at % 5 === 4 ? [lookup, { id: "b", tool: "get_time", args: {} }] : [lookup];
    const text = JSON.stringify({ outcome: "plan", calls });
    return { text, usage: { inputTokens: 1000, outputTokens: 100 } };
  });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function cli(words: readonly string[], budgets: object = {}): Promise<CliOutput> {
  const config = join(folder, "planwright.yaml");
  const models = {
    endpoints: { here: { provider: "openai-compatible", model: "m", base_url: server.url } },
    prices: { "here/m": { input_cents_per_million: 100, output_cents_per_million: 1000 } },
  };
  writeFileSync(config, JSON.stringify({ tools: { demo: true }, packs: ["small-business"], models, budgets }));
  return runCli([...words, "--config", config, "--data", join(folder, "data")]);
}

const odd = "zzz whatsit thingummy Q-0192";

describe("with a model configured", () => {
  it("planners lists it, with what it promises", async () => {
    const { out } = await cli(["planners", "--json"]);
    const rows = (JSON.parse(out) as { planners: { id: string; determinism: string; model: string | null }[] })
      .planners;
    expect(rows.find(({ id }) => id === "model")).toMatchObject({ determinism: "structural", model: "here/m" });
    expect(rows.find(({ id }) => id === "cascade")).toMatchObject({ determinism: "structural" });
  });

  it("plan asks it where the grammar finds nothing, and says who was asked", async () => {
    const said = await cli(["plan", odd, "--explain"]);
    expect(said.code, said.err).toBe(0);
    expect(said.out).toContain("quote_lookup");
    expect(said.out).toContain("memo:model: taken");
  });

  it("plan --planner model asks it in any case", async () => {
    const said = await cli(["plan", "Generate a purchase order from quote Q-0192", "--planner", "model", "--json"]);
    expect(JSON.parse(said.out)).toMatchObject({
      outcome: "plan",
      deterministic: false,
      plan: { metadata: { planner: "model", model: "here/m", inputTokens: 1000 } },
    });
  });

  it("replays a recorded plan at the time it was recorded", async () => {
    const tape = join(folder, "calls.jsonl");
    const recorded = await cli(["plan", odd, "--planner", "model", "--json", "--record", tape]);
    expect(recorded.code, recorded.err).toBe(0);
    const played = await cli(["plan", odd, "--planner", "model", "--json", "--replay", tape]);
    expect([played.code, played.err]).toEqual([0, ""]);
    expect(JSON.parse(played.out)).toMatchObject({ plan: { steps: JSON.parse(recorded.out).plan.steps } });
    expect(server.requests).toHaveLength(1);
  });

  it("survives the back-off of an endpoint that does not respond, and names it", async () => {
    await cli(["planners"]);
    await server.close();
    const words = `plan "${odd}" --planner model --config ${join(folder, "planwright.yaml")} --data ${join(folder, "data")}`;
    const { code, err } = await runShell(`planwright ${words}`, { cwd: folder });
    expect([code, err]).toEqual([1, expect.stringContaining(`${server.url} does not respond`)]);
  });

  it.each([
    ["0.9", 1],
    ["0.8", 0],
  ])("planners stability prints the agreement and holds it to %s", async (least, code) => {
    const said = await cli(["planners", "stability", odd, "--n", "20", "--at-least", least, "--json"]);
    expect(said.code).toBe(code);
    expect(JSON.parse(said.out)).toMatchObject({
      planner: "model",
      agreement: 0.8,
      goals: [{ plans: 20, structures: 2 }],
    });
  });

  it("exits 5 before the call when the budget is used up, and budgets explains it", async () => {
    const budgets = { global: { limit_cents: 0.001, per: "total" } };
    const said = await cli(["plan", odd, "--planner", "model"], budgets);
    expect(said.code).toBe(5);
    expect(said.err).toContain("BUDGET_EXHAUSTED");
    expect(server.requests).toHaveLength(0);
    const report = await cli(["budgets"], budgets);
    expect(report.out).toMatch(/limit {2}global all \(total\): 0 ¢ of 0\.001 ¢/);
    expect(report.out).toMatch(/100 % of global all/);
  });

  it("budgets prints what was spent, and exits with 5 if a limit is used up", async () => {
    await cli(["plan", odd, "--planner", "model"]);
    const said = await cli(["budgets", "--json"], { tenant: { limit_cents: 10, per: "day" } });
    expect(said.code).toBe(0);
    expect(JSON.parse(said.out)).toMatchObject({
      spend: [{ agent: null, model: "here/m", calls: 1, micro_cents: 200_000 }],
      limits: [{ scope: "tenant", name: "local" }],
    });
  });

  it.each([
    [
      "models.endpoints.x",
      { models: { endpoints: { x: { provider: "openai-compatible", model: "m" } } } },
      "needs a base_url",
    ],
    ["models.default", { models: { default: "nobody" } }, "there is no endpoint nobody"],
    ["budgets", { budgets: { tenant: { limit_cents: -1 } } }, "Too small"],
  ])("a wrong %s is said with its place", async (_, config, words) => {
    const file = join(folder, "wrong.yaml");
    writeFileSync(file, JSON.stringify(config));
    const said = await runCli(["budgets", "--config", file, "--data", join(folder, "data")]);
    expect(said.code).toBe(3);
    expect(said.err).toContain(words);
  });
});
