import { ActionPlan } from "../../actions/plan.ts";
import { ActionsRequest } from "../actions.ts";
import { post } from "./define.ts";

/** Words to actions. What comes out goes to `/drafts`: nothing here writes. */
export const actionsRoutes = {
  planActions: post("/plan/actions", {
    tag: "planning",
    summary: "Turn words into an action plan (contract 3); records are looked up, nothing is written",
    role: "planner",
    scope: "plan",
    pure: true,
    body: ActionsRequest,
    status: 200,
    answer: ActionPlan,
  }),
} as const;
