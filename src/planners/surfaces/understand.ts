import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome } from "../grammar/goal.ts";

/** Interprets a goal, or one clause of it, with the tools of a request. */
export type Understand = (goal: string, request: PlannerRequest) => GrammarOutcome;
