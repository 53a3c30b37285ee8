import { z } from "zod";
import { JsonObject } from "./json.ts";
import { Step } from "./step.ts";

/**
 * How references are written in this plan's strings. Each contract has its own spelling, and the text is kept unchanged,
 * so that a plan leaves byte for byte as it entered. `none`: no string is a reference.
 *
 * - `results`: `{{results.key.path}}`
 * - `dollar`: `$step_1.output.path`
 * - `braces`: `{{step_id.path}}` or `{{output_key.path}}`
 */
export const Spelling = z.enum(["results", "dollar", "braces", "none"]);
export type Spelling = z.infer<typeof Spelling>;

/** Something a person should know before the plan runs. */
export const Risk = z.strictObject({
  kind: z.enum(["bulk", "destructive", "ambiguous", "missing_required", "rate_limit_risk"]).optional(),
  details: z.string(),
});
export type Risk = z.infer<typeof Risk>;

/** A record the request names, and the candidates it may mean. */
export const Entity = z.strictObject({
  kind: z.enum(["deal", "company", "person", "issue", "project"]),
  query: z.string(),
  candidates: z.array(z.strictObject({ id: z.string(), name: z.string(), subtitle: z.string(), url: z.string() })),
  selectedId: z.string().optional(),
  confidence: z.number().min(0).max(1),
});
export type Entity = z.infer<typeof Entity>;

/** A question to answer before the plan is complete. */
export const Question = z.strictObject({
  id: z.string(),
  question: z.string(),
  choices: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  freeTextAllowed: z.boolean(),
});
export type Question = z.infer<typeof Question>;

/** The request the plan answers. */
export const PlanRequest = z.strictObject({
  text: z.string().optional(),
  language: z.enum(["ru", "en"]).optional(),
  session: z.int().optional(),
  voice: z.strictObject({ fileId: z.string(), transcript: z.string(), confidence: z.number() }).optional(),
});
export type PlanRequest = z.infer<typeof PlanRequest>;

/** The provenance of the plan. Not part of a structural hash. */
export const PlanMetadata = z.strictObject({
  planner: z.string().optional(),
  plannerVersion: z.string().optional(),
  model: z.string().optional(),
  rationale: z.string().optional(),
  /** Version of the contract the plan came in by. */
  contractVersion: z.string().optional(),
  inputTokens: z.int().min(0).optional(),
  outputTokens: z.int().min(0).optional(),
  costCents: z.number().min(0).optional(),
  generatedAt: z.string().optional(),
  deterministic: z.boolean().optional(),
  extra: JsonObject.optional(),
});
export type PlanMetadata = z.infer<typeof PlanMetadata>;

/** Maximum number of steps of a plan, in every contract. */
export const maxSteps = 10_000;

/** The one plan model. Every contract maps to it and back without loss. */
export const Plan = z.strictObject({
  id: z.string().optional(),
  summary: z.string().optional(),
  spelling: Spelling.default("braces"),
  request: PlanRequest.default({}),
  intent: z.enum(["query", "mutate"]).optional(),
  domain: z.string().optional(),
  steps: z.array(Step).max(maxSteps),
  assumptions: z.array(z.string()).default([]),
  risks: z.array(Risk).default([]),
  entities: z.array(Entity).default([]),
  questions: z.array(Question).default([]),
  metadata: PlanMetadata.default({}),
});
export type Plan = z.infer<typeof Plan>;
