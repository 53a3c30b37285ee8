import type { PlannerInterface } from "../../ports/planner.ts";
import { checkNames, formatReport, type PlannerReport } from "./report.ts";
import type { PlannerCase } from "./check-context.ts";
import { type PlannerKitOptions, testPlanner } from "./test-planner.ts";

/** The functions of a test runner; vitest, jest, mocha and `node:test` have them. */
export type Runner = {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
};

/** The kit as a suite with one test per check: `plannerSuite({ describe, it }, planner, cases)`. */
export function plannerSuite(
  runner: Runner,
  planner: PlannerInterface,
  { cases, ...options }: PlannerKitOptions & { cases: readonly PlannerCase[] },
): void {
  let report: Promise<PlannerReport> | undefined;
  runner.describe(`planner ${planner.planner_id} conforms to the determinism contract`, () => {
    for (const check of checkNames) {
      runner.it(check, async () => {
        report ??= testPlanner(planner, cases, options);
        const whole = await report;
        const checks = whole.checks.filter((one) => one.check === check);
        if (checks.some(({ verdict }) => verdict === "failed")) throw new Error(formatReport({ ...whole, checks }));
      });
    }
  });
}
