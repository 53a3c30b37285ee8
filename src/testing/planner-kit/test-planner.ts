import {
  type DeterminismMode,
  PlannerError,
  type PlannerInput,
  PlannerOutput,
} from "../../contracts/determinism/planner.ts";
import type { PlannerCall, PlannerInterface } from "../../ports/planner.ts";
import { createFakeClock } from "../fake-clock.ts";
import type { Asked, Bench, PlannerCase } from "./bench.ts";
import { checks } from "./checks.ts";
import { type CheckName, checkNames, type Failure, type PlannerReport } from "./report.ts";

export type PlannerKitOptions = {
  /** The mode the planner is registered with; another one of its own fails `declared_mode`. */
  mode?: DeterminismMode;
  /** How often each case is planned for `repeatable`, half of them at the same time. */
  repeats?: number;
};

/**
 * Tests a planner against contract 4. Framework-neutral: look at the report, print it with `formatReport`, or hand
 * `plannerSuite` your test runner's functions.
 */
export async function testPlanner(
  planner: PlannerInterface,
  cases: readonly PlannerCase[],
  options: PlannerKitOptions = {},
): Promise<PlannerReport> {
  const mode = planner.get_determinism_mode();
  const bench: Bench = {
    planner,
    cases,
    mode,
    declared: options.mode ?? mode,
    repeats: options.repeats ?? 6,
    ask: (input, signal) => ask(planner, input, signal),
  };
  const reports: PlannerReport["checks"] = [];
  for (const check of checkNames) {
    const failures = await runCheck(check, bench);
    const verdict = failures === undefined ? "skipped" : failures.length === 0 ? "passed" : "failed";
    reports.push({ check, verdict, failures: failures ?? [] });
  }
  const passed = reports.every(({ verdict }) => verdict !== "failed");
  return { planner: planner.planner_id, version: planner.version, mode, passed, checks: reports };
}

/** The failures of one check, or undefined where the mode promises nothing of the kind. */
export async function runCheck(check: CheckName, bench: Bench): Promise<Failure[] | undefined> {
  const { modes, run } = checks[check];
  return modes.includes(bench.mode) ? run(bench) : undefined;
}

async function ask(planner: PlannerInterface, input: unknown, signal = new AbortController().signal): Promise<Asked> {
  const call: PlannerCall = { signal, clock: createFakeClock() };
  try {
    // The kit hands in whatever a caller might, typed or not.
    const result: unknown = await planner.plan(input as PlannerInput, call);
    const output = PlannerOutput.safeParse(result);
    if (output.success) return { result: output.data };
    const error = PlannerError.safeParse(result);
    if (error.success) return { result: error.data };
    return {
      problem: `neither a PlannerOutput nor a PlannerError: ${output.error.issues[0]?.message}`,
      malformed: true,
    };
  } catch (thrown) {
    return { problem: `threw ${thrown instanceof Error ? thrown.message : typeof thrown}`, malformed: false };
  }
}
