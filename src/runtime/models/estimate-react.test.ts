import { describe, expect, it } from "vitest";
import { Limits } from "../../contracts/react/plan-react.ts";
import type { VerbSpec } from "../../ports/verbs.ts";
import { estimateReact } from "./estimate-react.ts";

const tool = (name: string, costMicroCents?: number): VerbSpec => ({
  name,
  description: "",
  inputSchema: { type: "object" },
  effect: "read",
  source: "code",
  timeoutMs: 1,
  retryClass: "safe",
  canReadBack: false,
  ...(costMicroCents !== undefined && { costMicroCents }),
});

const limits = Limits.parse({ max_steps: 3, max_tokens_reason: 1500, max_tokens_answer: 500 });
const price = { from: "2026-01-01", input: 1000, output: 5000 };

describe("estimateReact", () => {
  it("costs only tools where the grammar reasons", () => {
    expect(estimateReact({ goal: "g", limits, tools: [tool("a", 7), tool("b", 2)], model: undefined })).toEqual({
      least_micro_cents: 0,
      most_micro_cents: 21,
      unpriced: [],
    });
  });

  it("bounds a run by steps, window, tokens and the dearest tool", () => {
    const model = { name: "p/m", price, contextTokens: 10_000 };
    const { least_micro_cents: least, most_micro_cents: most } = estimateReact({
      goal: "g",
      limits,
      tools: [tool("a", 7)],
      model,
    });
    expect(least).toBeGreaterThan(0);
    expect(least).toBeLessThan(100);
    // Three windows of 10,000 tokens, 2,000 tokens of output, three calls.
    expect(most).toBe(3 * 10_000 + 2_000 * 5 + 3 * 7);
  });

  it("names what has no price", () => {
    const model = { name: "p/m", price: undefined };
    expect(estimateReact({ goal: "g", limits, tools: [tool("a")], model }).unpriced).toEqual(["p/m", "a"]);
  });
});
