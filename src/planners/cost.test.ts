import { describe, expect, it } from "vitest";
import { costOf, estimateTokens, toCostCents, toMicroCents } from "./cost.ts";
import { toPrice } from "./registry.ts";

describe("money", () => {
  it.each([
    [0, 0],
    [0.003, 3000],
    [0.1 + 0.2, 300_000],
    [2, 2_000_000],
    [0.000_001, 1],
  ])("%d cents are %d micro-cents", (cents, micro) => expect(toMicroCents(cents)).toBe(micro));

  it.each([[-1], [0.000_000_5], [Number.NaN], [Infinity], [1e12]])("refuses %d cents instead of rounding", (cents) =>
    expect(toMicroCents(cents)).toBeUndefined(),
  );

  it.each([
    [0, 0],
    [499_999, 0],
    [500_000, 1],
    [1_499_999, 1],
    [1_500_000, 2],
    [2_500_000, 3],
    [9_000_000_000_499_999, 9_000_000_000],
  ])("%d micro-cents are %d cents on the wire, half up", (micro, cents) => expect(toCostCents(micro)).toBe(cents));

  it("adds base, call and tokens exactly", () => {
    const price = toPrice({ base_cents: 1, per_call_cents: 0.5, per_token_cents: 0.003 });
    expect(price && costOf(price, { calls: 2, inputTokens: 1500, outputTokens: 200 })).toEqual({
      priced: true,
      microCents: 1_000_000 + 2 * 500_000 + 1700 * 3000,
    });
  });

  it("leaves an unknown model unpriced, never free", () => {
    const price = { baseMicroCents: 0, perCallMicroCents: 0 };
    const usage = { calls: 1, inputTokens: 10, outputTokens: 0, model: "mystery" };
    expect(costOf(price, usage)).toEqual({ priced: false, reason: "no price is known for mystery" });
    expect(costOf(price, { ...usage, inputTokens: 0 })).toEqual({ priced: true, microCents: 0 });
  });

  it("leaves amounts unpriced that cannot be exact", () => {
    const price = { baseMicroCents: 0, perCallMicroCents: 0, perTokenMicroCents: Number.MAX_SAFE_INTEGER };
    expect(costOf(price, { calls: 1, inputTokens: 2, outputTokens: 0 }).priced).toBe(false);
  });

  it("estimates tokens by bytes, at least one", () => {
    expect([estimateTokens(""), estimateTokens("four"), estimateTokens("план")]).toEqual([1, 1, 2]);
  });
});
