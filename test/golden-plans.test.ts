import { describe, expect, it } from "vitest";
import { computeGoldenPlans, findUnversionedChange, readGoldenPlans } from "../scripts/golden-plans.ts";
import { createGrammarPlanner } from "../src/planners/grammar-planner.ts";
import { createMemo } from "../src/planners/memo.ts";
import { createMemoryMemoStore } from "../src/planners/memory-memo-store.ts";
import { computeDigest, plannerDigest } from "../src/planners/planner-digest.ts";
import { createStubPlanner } from "../src/planners/stub.ts";
import type { PlannerRequest } from "../src/ports/planner.ts";
import { withPlannerNote } from "../src/runtime/planning/planning.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { resolve } from "node:path";

const planners = resolve(import.meta.dirname, "../src/planners");

describe("the version of a built-in planner", () => {
  it("has the digest of its rules and words", () => {
    expect(computeDigest(planners)).toBe(plannerDigest());
    for (const { version } of [createGrammarPlanner(), createStubPlanner()])
      expect(version).toBe(`1.0.0+rules.${plannerDigest()}`);
  });

  it("keeps a stored plan of another version from being served", async () => {
    const store = createMemoryMemoStore(10);
    const stub = createStubPlanner();
    const request: PlannerRequest = {
      agentId: "a",
      goal: "say hello",
      toolbox: [],
      surface: "determinism",
      now: "2025-01-15T12:00:00Z",
      zone: "UTC",
    };
    const call = { signal: new AbortController().signal, clock: createFakeClock() };
    await createMemo({ ...stub, version: "1.0.0+rules.0000000000000000" }, store).plan(request, call);
    const memo = createMemo(stub, store);
    await memo.plan(request, call);
    expect(memo.stats()).toEqual({ hits: 0, misses: 1 });
  });

  it("is compared by a replay, which says that the plan was made by another one", () => {
    const planner = createStubPlanner();
    const declared = { id: "stub", class: "s", determinism: "full", cost_model: { base_cents: 0 } } as const;
    const installed = [{ planner, declared, price: { baseMicroCents: 0, perCallMicroCents: 0 } }];
    const report = {
      matches: true,
      run_id: "r",
      replay_id: "p",
      mode: "dry_run",
      plan_hash: "0".repeat(64),
      steps_compared: 1,
      planner: "stub",
    } as const;
    expect(withPlannerNote({ ...report, planner_version: "1.0.0+rules.0000000000000000" }, installed).note).toBe(
      `another planner version: the plan was made by stub 1.0.0+rules.0000000000000000, installed is ${planner.version}`,
    );
    expect(withPlannerNote({ ...report, planner_version: planner.version }, installed)).not.toHaveProperty("note");
  });
});

describe("the golden plans", () => {
  it("are what the planners make now (`npm run golden` after a deliberate change of rules)", async () => {
    expect((await computeGoldenPlans()).plans).toEqual(readGoldenPlans().plans);
  });

  it("can only be replaced together with the digest of the rules", () => {
    const before = { digest: "a", plans: { one: "1", two: "2" } };
    expect(findUnversionedChange(before, { digest: "a", plans: { one: "1", two: "3" } })).toContain("two");
    expect(findUnversionedChange(before, { digest: "b", plans: { one: "1", two: "3" } })).toBeUndefined();
    expect(findUnversionedChange(before, { digest: "a", plans: { one: "1", two: "2", three: "3" } })).toBeUndefined();
  });
});
