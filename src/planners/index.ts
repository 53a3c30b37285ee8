export { accounted } from "./accounted.ts";
export { createCascade, type Tier } from "./cascade.ts";
export { type Cost, costOf, type Price, toCostCents, toMicroCents, type Usage } from "./cost.ts";
export { type Estimate, actual, estimate } from "./estimate.ts";
export { createGrammarPlanner } from "./grammar-planner.ts";
export { type Manifest, readManifest } from "./manifest.ts";
export { createMemo, type Memo, type MemoStats } from "./memo.ts";
export { createModelPlanner, type ModelPlannerParts } from "./model/model-planner.ts";
export { createMemoryMemoStore } from "./memory-memo-store.ts";
export { fromPlannerInterface, toPlannerInterface, toPlannerResult, toRequest } from "./planner-interface.ts";
export {
  createRegistry,
  type PlannerDeclaration,
  isSemver,
  type RegisteredPlanner,
  type Registry,
} from "./registry.ts";
export { inputHash, requestKey } from "./request-key.ts";
export { defaultLimits, type Limits, safePlanner } from "./safe-planner.ts";
export { createStubPlanner } from "./stub.ts";
export { planByInput } from "./plan-by-input.ts";
