export * from "./agent-profile.ts";
export * from "./agent-run.ts";
export { reactExamples as examples } from "./examples.ts";
export { fromPlan, toPlan } from "./mapping.ts";
export * from "./parse.ts";
export * from "./plan-react.ts";
export * from "./trace.ts";
export * from "./trigger.ts";
export * from "./verb.ts";
