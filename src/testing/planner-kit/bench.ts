import type { DeterminismMode, PlannerInput, PlannerResult } from "../../contracts/determinism/planner.ts";
import type { PlannerInterface } from "../../ports/planner.ts";

/** One input the planner is asked, again and again. */
export type PlannerCase = { name: string; input: PlannerInput };

/** What a check may use. `ask` never throws: it answers with the result, or with what was thrown. */
export type Bench = {
  planner: PlannerInterface;
  cases: readonly PlannerCase[];
  declared: DeterminismMode;
  mode: DeterminismMode;
  repeats: number;
  ask(input: unknown, signal?: AbortSignal): Promise<Asked>;
};
export type Asked = { result: PlannerResult } | { problem: string; malformed: boolean };
