import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { structuredPlan } from "../../../test/support/arbitraries/structured.ts";
import { structuredToolbox } from "./toolbox.ts";
import { validatePlan } from "../../plan/validate/validate-plan.ts";
import { structuredExamples } from "./examples.ts";
import { fromPlan, toPlan } from "./mapping.ts";
import { ExecutionResult, type ResultRow, taskStatus, toMetaRow } from "./results.ts";

describe("mapping", () => {
  it("round-trips every valid plan unchanged", () => {
    fc.assert(
      fc.property(structuredPlan(), (wire) => {
        const plan = toPlan(wire);
        expect(fromPlan(plan)).toEqual({ ok: true, value: wire, omitted: [] });
        expect(validatePlan(plan, structuredToolbox).ok).toBe(true);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it("refuses what the contract has no field for", () => {
    const plan = toPlan(structuredExamples.plan as never); // an example of the contract
    const [first, ...rest] = plan.steps;
    const keyed = { ...plan, steps: [{ ...first, resultKey: "time" }, ...rest] } as typeof plan;
    expect(fromPlan(keyed)).toMatchObject({
      ok: false,
      issues: [{ code: "NOT_EXPRESSIBLE", pointer: "/steps/0/resultKey" }],
    });
    const message = { ...plan, steps: [{ ...first, kind: "message" }] } as typeof plan;
    expect(fromPlan(message)).toMatchObject({
      ok: false,
      issues: [{ code: "NOT_EXPRESSIBLE", pointer: "/steps/0/kind" }],
    });
  });
});

const row = (more: Partial<ResultRow>): ResultRow => ({ ...(structuredExamples.row as ResultRow), ...more });
const ok = row({});
const degraded = row({ degraded: true, degraded_reason: "not available", degraded_from: "search" });
const failed = row({ ok: false, reason: "tool_failed" });
const blocked = row({ ok: false, skipped: true, reason: "dependency" });

describe("the meta row", () => {
  it.each<[string, ResultRow[], string]>([
    ["all ok", [ok, ok], "COMPLETED"],
    ["no rows", [], "COMPLETED"],
    ["only degraded", [ok, degraded], "PARTIAL"],
    ["one failed", [ok, failed], "FAILED"],
    ["failed after degraded", [degraded, failed], "FAILED"],
    ["the first that is not ok decides: failed", [failed, blocked], "FAILED"],
    ["the first that is not ok decides: blocked", [ok, blocked, failed], "BLOCKED"],
  ])("%s", (_, rows, status) => {
    expect(taskStatus(rows)).toBe(status);
    expect(ExecutionResult.safeParse([...rows, toMetaRow(rows)]).success).toBe(true);
  });

  it("counts", () => {
    expect(toMetaRow([ok, degraded, failed, blocked, blocked])).toEqual({
      step_id: "__meta__",
      task_status: "FAILED",
      steps_total: 5,
      steps_ok: 2,
      steps_failed: 1,
      steps_skipped: 2,
      steps_degraded: 1,
    });
  });

  it("stands once, at the end", () => {
    const meta = toMetaRow([ok]);
    for (const rows of [[], [ok], [meta, ok], [meta, meta]])
      expect(ExecutionResult.safeParse(rows).success).toBe(false);
  });
});
