export { plannerSuite, type Runner } from "./planner-suite.ts";
export {
  type CheckName,
  checkNames,
  type CheckReport,
  type Failure,
  formatReport,
  type PlannerReport,
} from "./report.ts";
export type { PlannerCase } from "./check-context.ts";
export { type PlannerKitOptions, testPlanner } from "./test-planner.ts";
