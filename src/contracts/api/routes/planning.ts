import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { InputHash, PlannerInput, PlannerOutput } from "../../determinism/planner.ts";
import { PlanRequest } from "../../service/plan-request.ts";
import { PlanResponse01, PlanResponse02, PlanResponse03 } from "../../service/plan-response.ts";
import { StructuredPlan } from "../../structured/plan.ts";
import { Explanation, ExplainRequest } from "../explanation.ts";
import { PlannerRegistry } from "../../determinism/registry.ts";
import { PackList, StructuredRequest, ValidateAnswer, ValidateRequest } from "../planning.ts";
import { get, id, post } from "./define.ts";

/** Planning and validation. */
export const planningRoutes = {
  plan: post("/plan", {
    tag: "planning",
    summary: "Turn a message into a plan (contract 1)",
    role: "planner",
    scope: "plan",
    pure: true,
    body: PlanRequest,
    status: 200,
    answer: z.union([PlanResponse01, PlanResponse02, PlanResponse03]),
  }),
  planStructured: post("/plan/structured", {
    tag: "planning",
    summary: "Turn a goal into a strict plan (contract 2)",
    role: "planner",
    scope: "plan",
    pure: true,
    body: StructuredRequest,
    status: 200,
    answer: StructuredPlan,
  }),
  validatePlan: post("/plan/validate", {
    tag: "planning",
    summary: "Validate a plan; returns every issue in one pass",
    role: "planner",
    scope: "plan",
    pure: true,
    body: ValidateRequest,
    status: 200,
    answer: ValidateAnswer,
  }),
  explainPlan: post("/plan/explain", {
    tag: "planning",
    summary: "Explain a plan: the words that led to it, its confidence, hashes and cost",
    role: "planner",
    scope: "plan",
    pure: true,
    body: ExplainRequest,
    status: 200,
    answer: Explanation,
  }),
  planInputHash: post("/plan/input-hash", {
    tag: "planning",
    summary: "Hash the inputs of a planner without planning (contract 4)",
    role: "planner",
    scope: "plan",
    pure: true,
    body: PlannerInput,
    status: 200,
    answer: InputHash,
  }),
  listPlanners: get("/planners", {
    tag: "planning",
    summary: "List planners, their determinism and cost (contract 4)",
    role: "planner",
    scope: "plan",
    status: 200,
    answer: PlannerRegistry,
  }),
  planWith: post("/planners/{id}/plan", {
    tag: "planning",
    summary: "Plan with one planner (contract 4)",
    role: "planner",
    scope: "plan",
    pure: true,
    params: id,
    body: PlannerInput,
    status: 200,
    answer: PlannerOutput,
  }),
  listPacks: get("/packs", {
    tag: "planning",
    summary: "List the configured domain packs",
    role: "planner",
    scope: "plan",
    status: 200,
    answer: PackList,
  }),
  getPack: get("/packs/{id}", {
    tag: "planning",
    summary: "Get a domain pack: its tools, words, phrases and rules",
    role: "planner",
    scope: "plan",
    params: id,
    status: 200,
    answer: JsonObject,
  }),
} as const;
