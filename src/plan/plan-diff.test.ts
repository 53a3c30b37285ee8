import { describe, expect, it } from "vitest";
import { contentHash } from "./hash.ts";
import { diffPlans, withoutVolatileMetadata } from "./plan-diff.ts";

const plan = {
  steps: [{ step_id: "s1", skill: "echo", params: { generated_at: "today" } }],
  metadata: { planner: "stub", generated_at: "2025-12-01T00:00:00Z", input_tokens: 1, output_tokens: 2, cost_cents: 3 },
};

describe("diffPlans", () => {
  it("ignores what may vary between two plans of one input", () => {
    const later = { ...plan, metadata: { planner: "stub", generated_at: "2026-01-01T00:00:00Z", cost_cents: 9 } };
    expect(diffPlans(plan, later)).toEqual([]);
    expect(contentHash(withoutVolatileMetadata(plan))).toBe(contentHash(withoutVolatileMetadata(later)));
  });

  it.each([
    ["another planner", { ...plan, metadata: { ...plan.metadata, planner: "grammar" } }, "/metadata/planner"],
    [
      "a parameter of the same name",
      { ...plan, steps: [{ ...plan.steps[0], params: {} }] },
      "/steps/0/params/generated_at",
    ],
  ])("sees %s", (_, other, pointer) => {
    expect(diffPlans(plan, other).map((difference) => difference.pointer)).toEqual([pointer]);
  });

  it("compares documents that are not plans unchanged", () => {
    expect(diffPlans([1], { metadata: 2 })).toEqual([
      { kind: "changed", pointer: "", before: [1], after: { metadata: 2 } },
    ]);
  });

  it("changes neither side", () => {
    const before = structuredClone(plan);
    withoutVolatileMetadata(plan);
    expect(plan).toEqual(before);
  });
});
