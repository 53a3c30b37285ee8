import { ActionPlan } from "../../actions/plan.ts";
import { ActionsRequest } from "../actions.ts";
import { post } from "./define.ts";

/** Text to action plans. Plans go to `/drafts`: nothing here writes. */
export const actionsRoutes = {
  planActions: post("/plan/actions", {
    tag: "planning",
    summary: "Turn text into an action plan (contract 3). Reads records, writes nothing",
    role: "planner",
    scope: "plan",
    pure: true,
    body: ActionsRequest,
    status: 200,
    answer: ActionPlan,
  }),
} as const;
