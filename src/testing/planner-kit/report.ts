/** The checks of the kit; each covers one guarantee. */
export const checkNames = [
  "identity",
  "never_throws",
  "output_shape",
  "declared_mode",
  "clock_independent",
  "repeatable",
  "normalisation",
  "identifier_case",
  "manifest_order",
  "irrelevant_tool",
  "input_untouched",
] as const;
export type CheckName = (typeof checkNames)[number];

export type Failure = { case: string; message: string };

export type CheckReport = {
  check: CheckName;
  /** `skipped` if the mode of the planner does not guarantee it. */
  verdict: "passed" | "failed" | "skipped";
  failures: Failure[];
};

export type PlannerReport = { planner: string; version: string; mode: string; passed: boolean; checks: CheckReport[] };

/** One line per check, with failures below it. */
export function formatReport(report: PlannerReport): string {
  const lines = report.checks.flatMap(({ check, verdict, failures }) => [
    `${verdict.padEnd(7)} ${check}`,
    ...failures.map((failure) => `        ${failure.case}: ${failure.message}`),
  ]);
  return [`${report.planner} ${report.version} (${report.mode})`, ...lines, ""].join("\n");
}
