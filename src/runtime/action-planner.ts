export { createActionPlanner } from "../planners/actions/action-planner.ts";
