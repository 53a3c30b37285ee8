import { describe, expect, it } from "vitest";
import { takeFairly, laneLimit } from "./lanes.ts";

const jobs = (tenant: string, dues: readonly number[], queue = "q") =>
  dues.map((dueAt) => ({ queue, key: `${tenant}-${dueAt}`, tenant, dueAt, version: 1 }));
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);

describe("fairly", () => {
  it("gives all there are, soonest first, where they are not too many", () => {
    expect(keys(takeFairly([...jobs("a", [3, 1]), ...jobs("b", [2])], 3))).toEqual(["a-1", "b-2", "a-3"]);
  });

  it("lets no tenant's many jobs hide another's, nor those of one kind another kind's", () => {
    const flood = jobs("a", [1, 2, 3, 4, 5]);
    expect(keys(takeFairly([...flood, ...jobs("b", [9]), ...jobs("c", [8])], 4))).toEqual(["a-1", "a-2", "c-8", "b-9"]);
    expect(keys(takeFairly([...flood, ...jobs("a", [9], "other")], 2))).toEqual(["a-1", "a-9"]);
  });
});

describe("mostOf", () => {
  it.each([
    ["nothing said", {}, Number.POSITIVE_INFINITY],
    ["for all", { perTenant: 5 }, 5],
    ["for this one", { perTenant: 5, tenants: { acme: 9 } }, 9],
    ["for another", { tenants: { other: 9 } }, Number.POSITIVE_INFINITY],
  ])("%s", (_, limits, most) => {
    expect(laneLimit(limits, "acme")).toBe(most);
  });
});
