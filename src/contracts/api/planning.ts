import { z } from "zod";
import { Issue } from "../../plan/issue.ts";
import { Json, JsonObject } from "../../plan/json.ts";
import { contractNames } from "../surfaces.ts";

/** `POST /plan/structured`: a goal for the strict contract. A step count in the goal is obeyed. */
export const StructuredRequest = z.strictObject({
  goal: z.string().min(1),
  locale: z.string().min(1).optional(),
});
export type StructuredRequest = z.infer<typeof StructuredRequest>;

/** `POST /plan/validate`: checks a plan by its contract. */
export const ValidateRequest = z.strictObject({
  contract: z.enum(contractNames),
  plan: Json,
  step_count: z.int().min(1).max(10_000).optional(),
  /** Tools to validate with instead of the toolbox. */
  tools: z.array(JsonObject).max(10_000).optional(),
});
export type ValidateRequest = z.infer<typeof ValidateRequest>;

export const ValidateAnswer = z.strictObject({ valid: z.boolean(), issues: z.array(Issue) });
export type ValidateAnswer = z.infer<typeof ValidateAnswer>;

/** A configured domain pack in the list. */
export const PackRow = z.strictObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  languages: z.array(z.string()),
});
export type PackRow = z.infer<typeof PackRow>;

export const PackList = z.strictObject({ packs: z.array(PackRow) });
export type PackList = z.infer<typeof PackList>;
