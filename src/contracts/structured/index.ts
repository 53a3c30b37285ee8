export { structuredExamples } from "./examples.ts";
export { fromPlan, toPlan } from "./mapping.ts";
export { StructuredPlan, StructuredStep, StructuredTool } from "./plan.ts";
export { dependencyReason, ExecutionResult, MetaRow, ResultRow, TaskStatus, taskStatus, toMetaRow } from "./results.ts";
export { requestedStepCount } from "./step-count.ts";
export { structuredToolbox } from "./toolbox.ts";
export { type PayloadOptions, validate_plan_payload, validatePlanPayload } from "./validate-plan-payload.ts";
