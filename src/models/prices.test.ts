import { describe, expect, it } from "vitest";
import { costOfTokens, listPrices, priceAt } from "./prices.ts";

const on = (day: string): number => Date.parse(`${day}T12:00:00Z`);

describe("the price table", () => {
  it.each([
    ["openai/gpt-4o-mini", "2025-01-01", 15_000, 60_000],
    ["anthropic/claude-sonnet-4-5-20250929", "2025-11-01", 300_000, 1_500_000],
    ["openai/gpt-4o-2024-08-06", "2025-01-01", 250_000, 1_000_000],
    ["openai/o3", "2025-05-01", 1_000_000, 4_000_000],
    ["openai/o3", "2025-06-10", 200_000, 800_000],
  ])("knows what %s cost on %s", (model, day, input, output) => {
    expect(priceAt([listPrices], model, on(day))).toMatchObject({ input, output });
  });

  it.each(["openai/gpt-9", "ollama/qwen3:8b", "constructor", "openai/o3-2025"])("has no price for %s", (model) => {
    expect(priceAt([listPrices], model, on("2025-11-01"))).toBeUndefined();
  });

  it("has no price from before there was one", () => {
    expect(priceAt([listPrices], "openai/o3", on("2025-01-01"))).toBeUndefined();
  });

  it("gives the configuration precedence", () => {
    const own = { "openai/o3": [{ from: "2020-01-01", input: 1, output: 2 }] };
    expect(priceAt([own, listPrices], "openai/o3", on("2025-11-01"))).toMatchObject({ input: 1, output: 2 });
  });

  it("holds whole amounts, in order of their days", () => {
    for (const rows of Object.values(listPrices)) {
      expect(rows.map(({ from }) => from)).toEqual(rows.map(({ from }) => from).toSorted());
      for (const { input, output } of rows) expect([input, output].every(Number.isSafeInteger)).toBe(true);
    }
  });
});

describe("the cost of tokens", () => {
  const price = { from: "2025-01-01", input: 7500, output: 300_000 };

  it.each([
    [{ inputTokens: 1000, outputTokens: 0 }, 7500],
    [{ inputTokens: 1, outputTokens: 0 }, 8],
    [{ inputTokens: 0, outputTokens: 0 }, 0],
    [{ inputTokens: 1_000_000, outputTokens: 1_000_000 }, 307_500_000],
  ])("%o is %d micro-cents, rounded up once", (tokens, microCents) => {
    expect(costOfTokens(price, tokens)).toBe(microCents);
  });

  it("is the dearer one for a long input, where there is one", () => {
    const long = { ...price, long: { above: 200_000, input: 15_000, output: 450_000 } };
    expect(costOfTokens(long, { inputTokens: 200_000, outputTokens: 0 })).toBe(1_500_000);
    expect(costOfTokens(long, { inputTokens: 200_001, outputTokens: 0 })).toBe(3_000_015);
  });

  it.each([Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, Number.MAX_VALUE])("is not known for %d tokens", (count) => {
    expect(costOfTokens(price, { inputTokens: count, outputTokens: 0 })).toBeUndefined();
  });
});
