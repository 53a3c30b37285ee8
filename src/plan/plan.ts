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
const Risk = z.strictObject({
  kind: z
    .enum(["bulk", "destructive", "ambiguous", "missing_required", "rate_limit_risk"])
    .optional()
    .describe("kind of risk"),
  details: z.string().describe("the risk in words"),
});
export type Risk = z.infer<typeof Risk>;

/** A record the request names, and the candidates it may mean. */
export const Entity = z.strictObject({
  kind: z.enum(["deal", "company", "person", "issue", "project"]).describe("kind of record"),
  query: z.string().describe("the words that name it"),
  candidates: z
    .array(
      z.strictObject({
        id: z.string().describe("id of the record"),
        name: z.string().describe("its name"),
        subtitle: z.string().describe("second line"),
        url: z.string().describe("its address"),
      }),
    )
    .describe("records that may be meant"),
  selectedId: z.string().optional().describe("id of the selected candidate"),
  confidence: z.number().min(0).max(1).describe("how sure the selection is"),
});
export type Entity = z.infer<typeof Entity>;

/** A question to answer before the plan is complete. */
export const Question = z.strictObject({
  id: z.string().describe("id for the answer"),
  question: z.string().describe("the question"),
  choices: z
    .array(
      z.strictObject({ label: z.string().describe("text to show"), value: z.string().describe("value of the choice") }),
    )
    .describe("answers to choose from"),
  freeTextAllowed: z.boolean().describe("whether any text is an answer"),
});
export type Question = z.infer<typeof Question>;

/** The request the plan answers. */
export const PlanRequest = z.strictObject({
  text: z.string().optional().describe("the request in words"),
  language: z.enum(["ru", "en"]).optional().describe("its language"),
  session: z.int().optional().describe("id of the session"),
  voice: z
    .strictObject({
      fileId: z.string().describe("id of the file"),
      transcript: z.string().describe("its text"),
      confidence: z.number().describe("how sure the transcript is"),
    })
    .optional()
    .describe("the voice message it came from"),
});
export type PlanRequest = z.infer<typeof PlanRequest>;

/** The provenance of the plan. Not part of a structural hash. */
const PlanMetadata = z.strictObject({
  planner: z.string().optional().describe("id of the planner"),
  plannerVersion: z.string().optional().describe("its version, with the digest of its rules"),
  model: z.string().optional().describe("name of the model"),
  rationale: z.string().optional().describe("why this plan"),
  contractVersion: z.string().optional().describe("version of the contract the plan came in by"),
  inputTokens: z.int().min(0).optional().describe("tokens read"),
  outputTokens: z.int().min(0).optional().describe("tokens written"),
  costCents: z.number().min(0).optional().describe("cost of planning"),
  generatedAt: z.string().optional().describe("time of planning; not part of a hash"),
  deterministic: z.boolean().optional().describe("whether the same request gives the same plan"),
  extra: JsonObject.optional().describe("further fields of a planner"),
});
export type PlanMetadata = z.infer<typeof PlanMetadata>;

/** Maximum number of steps of a plan, in every contract. */
export const maxSteps = 10_000;

/** The one plan model. Every contract maps to it and back without loss. */
export const Plan = z.strictObject({
  id: z.string().optional().describe("id of the plan"),
  summary: z.string().optional().describe("the plan in one line"),
  spelling: Spelling.default("braces").describe("how references are written"),
  request: PlanRequest.default({}).describe("the request that the plan answers"),
  intent: z.enum(["query", "mutate"]).optional().describe("whether it reads or writes"),
  domain: z.string().optional().describe("domain of an action plan"),
  steps: z.array(Step).max(maxSteps).describe("the steps; each names the steps that it depends on"),
  assumptions: z.array(z.string()).default([]).describe("what the planner assumed"),
  risks: z.array(Risk).default([]).describe("what a person should know before it runs"),
  entities: z.array(Entity).default([]).describe("records that the request names"),
  questions: z.array(Question).default([]).describe("questions to answer before the plan is complete"),
  metadata: PlanMetadata.default({}).describe("where the plan comes from; not part of the structural hash"),
});
export type Plan = z.infer<typeof Plan>;
