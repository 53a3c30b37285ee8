import { describe, expect, it } from "vitest";
import { explain, rules, score } from "./rules.ts";

describe("the rules of the grammar", () => {
  it("have ids of their own, a weight and a reason", () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { id, of, weight, because } of rules) {
      expect(id.startsWith(`${of}.`)).toBe(true);
      expect(weight).not.toBe(0);
      expect(because).not.toBe("");
    }
  });

  it("sum what was observed, and weigh nothing where they are left out", () => {
    const observed = { "tool.name": 0.5, "tool.removal": 1 };
    expect(score(observed)).toBeCloseTo(0.6 - 3);
    expect(score(observed, "tool.removal")).toBeCloseTo(0.6);
  });

  it("explain a score, the strongest reason first", () => {
    expect(explain({ "tool.name": 0.5, "tool.removal": 1, "tool.verb": 0 })).toMatchObject([
      { rule: "tool.removal", adds: -3 },
      { rule: "tool.name" },
    ]);
  });
});
