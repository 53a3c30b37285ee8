/**
 * Everything that programs import from `planwright`.
 *
 * @module planwright
 */

/** The plan: its model, and its validation. */
export { type CheckResult, unwrapOrThrow } from "./plan/check-result.ts";
export { canonical, canonicalText } from "./plan/canonical.ts";
export { contentHash, contentHashFull, planInputHash } from "./plan/hash.ts";
export { createGraph, type Graph } from "./plan/graph.ts";
export { Issue } from "./plan/issue.ts";
export { Json, JsonObject } from "./plan/json.ts";
export { Plan } from "./plan/plan.ts";
export { exactReference, parseTemplate, type Reference, writeReference } from "./plan/references.ts";
export { type ResultLookup, resolve } from "./plan/resolve.ts";
export { Step } from "./plan/step.ts";
export { createSurface, type Feature, type Surface } from "./plan/surface.ts";
export { createToolbox, type Toolbox, ToolSpec } from "./plan/tool-spec.ts";
export type { ValidationOptions } from "./plan/validate/context.ts";
export { validatePlan } from "./plan/validate/validate-plan.ts";
export { validate_plan_payload, validatePlanPayload } from "./contracts/structured/validate-plan-payload.ts";

/** Planners: the interface of contract 4, the built-in planners and their parts. */
export {
  createCascade,
  createGrammarPlanner,
  createMemo,
  createMemoryMemoStore,
  createModelPlanner,
  createRegistry,
  createStubPlanner,
  fromPlannerInterface,
  readManifest,
  safePlanner,
  toPlannerInterface,
} from "./planners/index.ts";
export { type ActionPlannerParts, createActionPlanner } from "./planners/actions/create-action-planner.ts";
export { parsePack } from "./planners/packs/parse-pack.ts";
export type { PlannerError, PlannerErrorCode, PlannerInput, PlannerOutput } from "./contracts/determinism/planner.ts";
export type { MemoEntry, MemoStore } from "./ports/memo-store.ts";
export {
  isPlannerError,
  type PlannedAnswer,
  type Planner,
  type PlannerAnswer,
  type PlannerInterface,
  type PlannerRequest,
} from "./ports/planner.ts";

/** Models: the port, and adapters of the providers. */
export { createModel, type ModelParts } from "./models/create-model.ts";
export type { ModelConfig } from "./models/model-config.ts";
export type {
  Model,
  ModelAnswer,
  ModelCall,
  ModelFailure,
  ModelMessage,
  ModelRequest,
  ModelResult,
} from "./ports/model.ts";

/** Tools: from code, MCP, OpenAPI and HTTP, and the router that executes them as verbs. */
export { defineTool, type ToolDefinition } from "./tools/define-tool.ts";
export { ToolError } from "./tools/tool-error.ts";
export type { LostEffect, Tool, ToolContext } from "./tools/tool.ts";
export { createRegistry as createToolRegistry, type ToolRegistry } from "./tools/registry.ts";
export { allow, deny, needsApproval, type Policy, type PolicyCall, type Ruling } from "./tools/policy/policy.ts";
export { createVerbs, type VerbRouterDeps } from "./tools/verb-router.ts";
export type { McpConfig, McpSource } from "./tools/mcp/source.ts";
export { createOpenApiTools, type OpenApiConfig } from "./tools/openapi/source.ts";
export { parseOpenApi } from "./tools/openapi/document.ts";
export { createEndpointTool, type Endpoint } from "./tools/endpoint/endpoint-tool.ts";
export { createHttp, type Http } from "./tools/http/http.ts";
export { parseAllowList } from "./tools/http/allow-list.ts";
export { createBuiltinTools } from "./tools/builtin/builtin-tools.ts";
export { createDemoTools, demoManifest } from "./demo/business/business-tools.ts";
export { openDemoState } from "./demo/business/state.ts";
export { isRetryable, type Outcome, outcomeOf, type VerbErrorCode, verbErrors } from "./ports/verb-errors.ts";
export type { ReadBack, RetryClass, VerbOptions, Verbs, VerbSpec } from "./ports/verbs.ts";
export type { Knowledge, KnowledgeDocument, KnowledgeHit } from "./ports/knowledge.ts";
export type { OpenToolbox, ToolboxParts } from "./runtime/toolbox/toolbox.ts";

/** Runs: plans executed durably, and the ports under them. */
export { createRuns, type Runs, type RunsParts } from "./runs/runs.ts";
export { runQueue } from "./runs/run-queue.ts";
export type { RunRequest } from "./runs/create-run.ts";
export type { RunView } from "./runs/run-view.ts";
export { openRuns, type OpenRuns, type RunsOptions } from "./runtime/runs.ts";
export type { EffectRecord, EffectState } from "./ports/effect-record.ts";
export type { Engine, Handler, Job, Jobs, Lease, LeasedJob, Lock } from "./ports/engine.ts";
export type { Choice, Entry, Fact } from "./ports/fact.ts";
export { hasEnded, type Pins, type Run, type RunStatus } from "./ports/run.ts";
export { StoreError, type StoreErrorCode } from "./ports/store-error.ts";
export type { Claim, RunQuery, Store, Tx } from "./ports/store.ts";
export type { Wait, WaitKind } from "./ports/wait.ts";

/** Drafts: action plans that wait for a person. */
export type { DraftCommand, Actor, Drafts } from "./drafts/drafts.ts";
export { createDrafts } from "./drafts/create-drafts.ts";
export { defaultRules as defaultDraftRules, type DraftRules } from "./drafts/gate/rules.ts";
export type { DraftDeps } from "./drafts/draft-deps.ts";
export { draftQueue } from "./drafts/draft-queue.ts";

/** The whole, ready to be asked. */
export { createPlanning, type Planning, type PlanningParts } from "./runtime/planning/planning.ts";
export { planRequest } from "./runtime/planning/plan-request.ts";
export { toolSpecOf } from "./tools/tool-spec-of.ts";
export { systemClock } from "./runtime/system-clock.ts";
export type { PlanwrightOptions } from "./runtime/runtime-context.ts";
export { openMcpSource, openPlanwright, openToolbox, reactOnce } from "./runtime/lazy.ts";
export type { OpenPlanwright } from "./runtime/open-planwright.ts";
export { type BackgroundRoles, type BackgroundRole, allBackgroundRoles } from "./runtime/background-roles.ts";
export type { Cassette } from "./runtime/models/models.ts";
export { recordTo, replayFrom } from "./runtime/models/cassette.ts";
/** Reasoning with tools (contract 5). */
export type { React, Veto, VetoCall } from "./react/index.ts";
export type { ReasoningModel } from "./runtime/react.ts";

export { createLog } from "./runtime/telemetry/log.ts";
