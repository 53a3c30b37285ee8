/** The plan: its model, and the proof that it is sound. */
export { type Checked } from "./plan/checked.ts";
export { canonical, canonicalText } from "./plan/canonical.ts";
export { contentHash, contentHashFull, planInputHash } from "./plan/hash.ts";
export { Issue } from "./plan/issue.ts";
export { Json, JsonObject } from "./plan/json.ts";
export { Plan } from "./plan/plan.ts";
export { Step } from "./plan/step.ts";
export { createToolbox, type Toolbox, ToolSpec } from "./plan/tool-spec.ts";
export { validatePlan } from "./plan/validate/validate-plan.ts";
export { validate_plan_payload, validatePlanPayload } from "./contracts/structured/validate-plan-payload.ts";

/** Planners: contract 4's interface, the built-in ones, and what they are made of. */
export {
  createCascade,
  createGrammarPlanner,
  createMemo,
  createMemoryMemoStore,
  createRegistry,
  createStubPlanner,
  fromPlannerInterface,
  readManifest,
  safePlanner,
  toPlannerInterface,
} from "./planners/index.ts";
export { parsePack } from "./planners/packs/parse-pack.ts";
export type { PlannerError, PlannerErrorCode, PlannerInput, PlannerOutput } from "./contracts/determinism/planner.ts";
export type { MemoEntry, MemoStore } from "./ports/memo-store.ts";
export {
  isPlannerError,
  type Planned,
  type Planner,
  type PlannerAnswer,
  type PlannerInterface,
  type PlannerRequest,
} from "./ports/planner.ts";

/** The whole, ready to be asked. */
export { createPlanning, type Planning, type PlanningParts } from "./runtime/planning.ts";
export { planRequest } from "./runtime/plan-request.ts";
export { systemClock } from "./runtime/system-clock.ts";
