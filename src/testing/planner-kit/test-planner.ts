import {
  type DeterminismMode,
  PlannerError,
  type PlannerInput,
  PlannerOutput,
} from "../../contracts/determinism/planner.ts";
import type { PlannerCall, PlannerInterface } from "../../ports/planner.ts";
import { createFakeClock } from "../fake-clock.ts";
import type { PlanAttempt, CheckContext, PlannerCase } from "./check-context.ts";
import { checks } from "./checks.ts";
import { type CheckName, checkNames, type Failure, type PlannerReport } from "./report.ts";

export type PlannerKitOptions = {
  /** The registered mode; `declared_mode` fails if the planner reports another. */
  mode?: DeterminismMode;
  /** Repetitions per case for `repeatable`, half of them concurrent. */
  repeats?: number;
};

/**
 * Tests a planner against contract 4 without a test framework: read the report, print it with `formatReport`, or pass the
 * functions of your test runner to `plannerSuite`.
 */
export async function testPlanner(
  planner: PlannerInterface,
  cases: readonly PlannerCase[],
  options: PlannerKitOptions = {},
): Promise<PlannerReport> {
  const mode = planner.get_determinism_mode();
  const bench: CheckContext = {
    planner,
    cases,
    mode,
    declared: options.mode ?? mode,
    repeats: options.repeats ?? 6,
    ask: (input, call) => ask(planner, input, call),
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

/** The failures of one check; undefined if the mode does not guarantee it. */
export async function runCheck(check: CheckName, bench: CheckContext): Promise<Failure[] | undefined> {
  const { modes, run } = checks[check];
  return modes.includes(bench.mode) ? run(bench) : undefined;
}

async function ask(
  planner: PlannerInterface,
  input: unknown,
  { signal = new AbortController().signal, now }: { signal?: AbortSignal; now?: number } = {},
): Promise<PlanAttempt> {
  const call: PlannerCall = { signal, clock: createFakeClock(now) };
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kit also passes inputs of wrong types
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
