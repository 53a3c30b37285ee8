import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { InputHash, PlannerInput, PlannerOutput } from "../../determinism/planner.ts";
import { PlanRequest } from "../../service/plan-request.ts";
import { PlanResponse01, PlanResponse02, PlanResponse03 } from "../../service/plan-response.ts";
import { StructuredPlan } from "../../structured/plan.ts";
import { Explanation, ExplainRequest } from "../explanation.ts";
import { PlannerRegistry } from "../../determinism/registry.ts";
import { PackList, StructuredRequest, ValidateAnswer, ValidateRequest } from "../planning.ts";
import { id, routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "planning", role: "planner", scope: "plan" });

/** Planning and validation. */
export const planningRoutes = {
  plan: post("/plan", "Turn a message into a plan (contract 1)", {
    pure: true,
    body: PlanRequest,
    answer: z.union([PlanResponse01, PlanResponse02, PlanResponse03]),
  }),
  planStructured: post("/plan/structured", "Turn a goal into a strict plan (contract 2)", {
    pure: true,
    body: StructuredRequest,
    answer: StructuredPlan,
  }),
  validatePlan: post("/plan/validate", "Validate a plan; returns every issue in one pass", {
    pure: true,
    body: ValidateRequest,
    answer: ValidateAnswer,
  }),
  explainPlan: post("/plan/explain", "Explain a plan: the words that led to it, its confidence, hashes and cost", {
    pure: true,
    body: ExplainRequest,
    answer: Explanation,
  }),
  planInputHash: post("/plan/input-hash", "Hash the inputs of a planner without planning (contract 4)", {
    pure: true,
    body: PlannerInput,
    answer: InputHash,
  }),
  listPlanners: get("/planners", "List planners, their determinism and cost (contract 4)", { answer: PlannerRegistry }),
  planWith: post("/planners/{id}/plan", "Plan with one planner (contract 4)", {
    pure: true,
    params: id,
    body: PlannerInput,
    answer: PlannerOutput,
  }),
  listPacks: get("/packs", "List the configured domain packs", { answer: PackList }),
  getPack: get("/packs/{id}", "Get a domain pack: its tools, words, phrases and rules", {
    params: id,
    answer: JsonObject,
  }),
} as const;
