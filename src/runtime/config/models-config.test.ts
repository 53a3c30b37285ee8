import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { scopesOf } from "../../models/budget/limits.ts";
import { costOfTokens, priceAt } from "../../models/prices.ts";
import { BudgetsConfig, checkModelsConfig, modelName, ModelsConfig, toLimits, toPriceTables } from "./models-config.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/models.md"), "utf8");
const blocks = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(
  ([, text = ""]) => parse(text) as Record<string, unknown>,
); // as the page has it

describe("models: of planwright.yaml", () => {
  it("matches the documentation", () => {
    const models = ModelsConfig.parse(blocks.find((block) => "models" in block)?.["models"]);
    expect(checkModelsConfig(models, "/models")).toEqual([]);
    expect(Object.entries(models.endpoints).map(([name, endpoint]) => modelName(name, endpoint))).toEqual([
      "anthropic/claude-sonnet-4-5",
      "openai/gpt-4.1-mini",
      "local/qwen3:8b",
    ]);
  });

  it.each([
    ["an endpoint that is not there", { default: "x" }, "/models/default"],
    ["an address that is none", endpoint({ base_url: "ollama" }), "/models/endpoints/a/base_url"],
    ["an address of another kind", endpoint({ base_url: "file:///etc" }), "/models/endpoints/a/base_url"],
    ["no address", endpoint({}), "/models/endpoints/a"],
  ])("with %s is refused at its place", (_, config, pointer) => {
    expect(checkModelsConfig(ModelsConfig.parse(config), "/models").map((issue) => issue.pointer)).toEqual([pointer]);
  });

  it("refuses a duplicate model", () => {
    const one = { provider: "openai", model: "gpt-5" };
    const issues = checkModelsConfig(ModelsConfig.parse({ endpoints: { a: one, b: one } }), "/models");
    expect(issues).toMatchObject([{ pointer: "/models/endpoints/b", message: "openai/gpt-5 is configured twice" }]);
  });

  it("prefers configured prices over list prices, including free models", () => {
    const prices = {
      "openai/gpt-5": { input_cents_per_million: 7.5, output_cents_per_million: 1 },
      "local/m": { input_cents_per_million: 0, output_cents_per_million: 0 },
    };
    const tables = toPriceTables(ModelsConfig.parse({ prices }));
    const at = Date.UTC(2025, 10, 1);
    const million = { inputTokens: 1_000_000, outputTokens: 0 };
    const cost = (model: string): number | undefined => {
      const price = priceAt(tables, model, at);
      return price === undefined ? undefined : costOfTokens(price, million);
    };
    expect([cost("openai/gpt-5"), cost("openai/gpt-5-mini"), cost("local/m"), cost("local/x")]).toEqual([
      7_500_000,
      25_000_000,
      0,
      undefined,
    ]);
  });
});

describe("budgets: of planwright.yaml", () => {
  it("matches the documentation", () => {
    const limits = toLimits(BudgetsConfig.parse(blocks.find((block) => "budgets" in block)?.["budgets"]));
    const scopes = scopesOf({ tenant: "acme", agent: "scout", run: "r1" }, limits, Date.UTC(2025, 10, 1));
    expect(scopes.map(({ scope, period, limit }) => `${scope} ${period} ${limit}`)).toEqual([
      "run total 20000000",
      "agent 2025-11-01 100000000",
      "tenant 2025-11-01 500000000",
      "global 2025-11 5000000000",
    ]);
  });

  it("prefers a named limit over the general one", () => {
    const config = { tenant: { limit_cents: 5 }, tenants: { acme: { limit_cents: 1, per: "month" } } };
    const limits = toLimits(BudgetsConfig.parse(config));
    const of = (tenant: string): number[] => scopesOf({ tenant }, limits, 0).map(({ limit }) => limit);
    expect([of("acme"), of("globex"), of("constructor")]).toEqual([[1_000_000], [5_000_000], [5_000_000]]);
  });

  it("accepts fractions of a cent", () => {
    expect(toLimits(BudgetsConfig.parse({ run: { limit_cents: 0.0000019 } })).run?.microCents).toBe(1);
    expect(toLimits(BudgetsConfig.parse({ run: { limit_cents: 0.3 } })).run?.microCents).toBe(300_000);
  });
});

function endpoint(more: object): object {
  return { endpoints: { a: { provider: "openai-compatible", model: "m", ...more } } };
}
