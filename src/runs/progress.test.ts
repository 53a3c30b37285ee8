import { describe, expect, it } from "vitest";
import type { Json } from "../plan/json.ts";
import { Iteration } from "../plan/step.ts";
import { itemsOf } from "./progress.ts";

const list: Json[] = [{ id: "a", n: 3 }, { id: "b", n: 1 }, { id: "c" }, { id: "d", n: 2 }, { id: "e", n: 1 }];

function ids(iteration: object): unknown {
  const items = itemsOf(list, Iteration.parse({ over: "{{x}}", ...iteration }));
  return Array.isArray(items) ? items.map((item) => (item as { id: string }).id).join("") : items.problem;
}

describe("itemsOf", () => {
  it.each<[string, object, string]>([
    ["all in their order", {}, "abcde"],
    ["those that pass every filter", { where: [{ path: "n", is: "at_most", to: 2 }] }, "bde"],
    [
      "ascending, equal ones in their order, those without the value last",
      { orderBy: { path: "n", direction: "ascending" } },
      "bedac",
    ],
    [
      "descending, those without the value last all the same",
      { orderBy: { path: "n", direction: "descending" } },
      "adbec",
    ],
    ["the first few, after ordering", { orderBy: { path: "n", direction: "ascending" }, take: 2 }, "be"],
    ["as many as the limit after taking", { take: 2, limit: 2 }, "ab"],
  ])("%s", (_, iteration, expected) => {
    expect(ids(iteration)).toBe(expected);
  });

  it("refuses a list that is longer than the limit instead of cutting it", () => {
    expect(ids({ limit: 4 })).toMatch(/5 items are more than the step's limit of 4/);
  });

  it("refuses what is not a list", () => {
    expect(itemsOf({ a: 1 }, Iteration.parse({ over: "{{x}}" }))).toEqual({ problem: '"{{x}}" is not a list' });
    expect(itemsOf(undefined, Iteration.parse({ over: "{{x}}" }))).toHaveProperty("problem");
  });
});
