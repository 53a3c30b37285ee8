import type { RunDiff } from "../../contracts/api/run.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { type Difference, diffJson } from "../../plan/diff.ts";
import { toJson } from "../../plan/json.ts";
import { diffPlans } from "../../plan/plan-diff.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";

/** Compares two runs: their plans without variable fields, then the result of each step. */
export function diffRuns(runs: Planwright["runs"]): Handlers["diffRuns"] {
  return async ({ params: { id, other }, principal: { tenant } }) => {
    const [before, after] = await Promise.all(
      [id, other].map(async (runId) => {
        const view = await runs.view({ tenant, runId });
        if (view === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no run ${runId}.` });
        return { plan: toJson(view.plan), results: toJson(view.rows) };
      }),
    );
    const plans = diffPlans(before?.plan ?? null, after?.plan ?? null);
    const results = diffJson(before?.results ?? null, after?.results ?? null);
    const differences = [...plans.map((one) => toRow("plan", one)), ...results.map((one) => toRow("results", one))];
    return { run_id: id, other_id: other, differences };
  };
}

function toRow(part: "plan" | "results", difference: Difference): RunDiff["differences"][number] {
  return { part, ...difference };
}
