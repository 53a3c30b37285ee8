export * from "./callback.ts";
export * from "./draft.ts";
export { effectKeys } from "./effect-keys.ts";
export { actionsExamples as examples } from "./examples.ts";
export { actionId, fromPlan, toPlan } from "./mapping.ts";
export * from "./plan.ts";
