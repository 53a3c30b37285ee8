import { contentHash } from "../../plan/hash.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Model } from "../../ports/model.ts";
import type { Planner } from "../../ports/planner.ts";
import { plannerDigest } from "../planner-digest.ts";
import { promptTexts, promptVersion } from "./prompt.ts";

const release = "1.0.0";
const defaultMaxOutputTokens = 4096;

export type ModelPlannerParts = {
  model: Model;
  /** `provider/model`, as the price table names it. */
  name: string;
  maxOutputTokens?: number;
  /** Plans when the model cannot; without one the failure is returned. */
  fallback?: Planner;
  /** `model` by default. */
  id?: string;
};

/**
 * A language model as a planner. Its answer is validated like any untrusted plan. After three invalid rounds the fallback
 * plans, and the plan's metadata says so. Determinism is not guaranteed. What it needs is loaded with the first request.
 */
export function createModelPlanner(parts: ModelPlannerParts): Planner {
  const { model, name, maxOutputTokens = defaultMaxOutputTokens, fallback, id = "model" } = parts;
  // The prompt decides plans as the model does.
  const prompt = contentHash([name, maxOutputTokens, ...promptTexts]);
  const version = `${release}+rules.${plannerDigest()}.prompt.${promptVersion}.${prompt}`;
  const author: Plan["metadata"] = { planner: id, plannerVersion: version, model: name, deterministic: false };
  const setting = { model, name, maxOutputTokens, author, fallback };
  return {
    id,
    version,
    mode: "structural",
    model: name,
    plan: async (request, call) => (await import("./plan-by-model.ts")).planByModel(setting, request, call),
  };
}
