import { describe, expect, it } from "vitest";
import type { Json } from "./json.ts";
import { Condition, Iteration } from "./step.ts";
import { isMet, itemsOf } from "./control-flow.ts";

const list: Json[] = [{ id: "a", n: 3 }, { id: "b", n: 1 }, { id: "c" }, { id: "d", n: 2 }, { id: "e", n: 1 }];

/** The list, and a step with the result 2. */
function fill(template: Json): Json | undefined {
  if (template === "{{x}}") return list;
  return template === "{{two}}" ? 2 : template === "{{none}}" ? undefined : template;
}

function ids(iteration: object): unknown {
  const items = itemsOf(Iteration.parse({ over: "{{x}}", ...iteration }), fill);
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
    ["those that an earlier result lets through", { where: [{ path: "n", is: "more", to: "{{two}}" }] }, "a"],
    ["as many as the limit after taking", { take: 2, limit: 2 }, "ab"],
  ])("%s", (_, iteration, expected) => {
    expect(ids(iteration)).toBe(expected);
  });

  it("refuses a list that is longer than the limit instead of cutting it", () => {
    expect(ids({ limit: 4 })).toMatch(/5 items are more than the step's limit of 4/);
  });

  it("refuses what is not a list", () => {
    const over = Iteration.parse({ over: "{{x}}" });
    expect(itemsOf(over, () => ({ a: 1 }))).toEqual({ problem: '"{{x}}" is not a list' });
    expect(itemsOf(over, () => undefined)).toHaveProperty("problem");
  });
});

it("refuses a filter by a result that is not there, whatever its comparison", () => {
  for (const is of ["equal", "not_equal"])
    expect(ids({ where: [{ path: "n", is, to: "{{none}}" }] })).toMatch(/filter of "n" refers to a result/);
});

describe("isMet", () => {
  it.each<[object, boolean]>([
    [{ value: "{{x}}", of: "count", is: "more", to: "{{two}}" }, true],
    [{ value: "{{two}}", is: "equal", to: "{{two}}" }, true],
    [{ value: "{{two}}", is: "not_equal", to: "{{none}}" }, false],
    [{ value: "{{none}}", is: "absent" }, true],
  ])("%j is %s", (condition, expected) => {
    expect(isMet(Condition.parse(condition), fill)).toBe(expected);
  });
});
