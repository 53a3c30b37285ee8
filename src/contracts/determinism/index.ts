export { determinismExamples as examples } from "./examples.ts";
export { fromPlan, toPlan } from "./mapping.ts";
export * from "./plan.ts";
export * from "./planner.ts";
export * from "./registry.ts";
export * from "./replay.ts";
