export { serviceExamples as examples } from "./examples.ts";
export { fromPlan, toPlan } from "./mapping.ts";
export { parsePlanRequest, parsePlanResponse } from "./parse.ts";
export * from "./plan-request.ts";
export * from "./plan-response.ts";
export * from "./planner-step.ts";
