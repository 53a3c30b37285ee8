import type { DeterminismMode, PlannerInput, PlannerResult } from "../../contracts/determinism/planner.ts";
import type { PlannerInterface } from "../../ports/planner.ts";

/** One input for the planner. */
export type PlannerCase = { name: string; input: PlannerInput };

/** What a check may use. `ask` never throws: it returns the result or the error. */
export type CheckContext = {
  planner: PlannerInterface;
  cases: readonly PlannerCase[];
  declared: DeterminismMode;
  mode: DeterminismMode;
  repeats: number;
  ask(input: unknown, call?: { signal?: AbortSignal; now?: number }): Promise<PlanAttempt>;
};
export type PlanAttempt = { result: PlannerResult } | { problem: string; malformed: boolean };
