import type { PlannerRequest } from "../../ports/planner.ts";
import type { GrammarOutcome } from "../grammar/index.ts";

/** What a goal, or one clause of it, comes to with the tools of a request. */
export type Understand = (goal: string, request: PlannerRequest) => GrammarOutcome;
