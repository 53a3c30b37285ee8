import { z } from "zod";
import { Zone } from "../zone.ts";
import { JsonObject } from "../../plan/json.ts";
import { DeterminismMode } from "../determinism/planner.ts";

/** The contracts a plan can be asked for and explained in. */
export const explainedContracts = ["service", "structured", "determinism"] as const;

/** `POST /plan/explain`: a plan with everything a person wants to know about where it comes from. */
export const ExplainRequest = z.strictObject({
  goal: z.string().min(1).max(20_000),
  contract: z.enum(explainedContracts).default("service"),
  /** One of `GET /planners`. */
  planner: z.string().min(1).max(200).default("grammar"),
  locale: z.string().min(1).max(35).optional(),
  /** IANA zone that relative dates are counted in. */
  zone: Zone.default("UTC"),
});
export type ExplainRequest = z.infer<typeof ExplainRequest>;

/** Words of the goal that led to a tool or, with `param`, to one of its arguments; offsets in UTF-16 units. */
export const ReasonView = z.strictObject({
  step_id: z.string(),
  tool: z.string(),
  param: z.string().nullable(),
  from: z.int().min(0),
  to: z.int().min(0),
});
export type ReasonView = z.infer<typeof ReasonView>;

export const Explanation = z.strictObject({
  planner: z.strictObject({ planner_id: z.string(), version: z.string(), determinism: DeterminismMode }),
  /** Whether asking again gives the same bytes. */
  deterministic: z.boolean(),
  confidence: z.number().min(0).max(1),
  /** Contract 4's hash of what was asked. */
  input_hash: z.string(),
  /** Hash of the plan without its provenance: equal plans have equal ones. */
  plan_hash: z.string(),
  /** The plan in the contract's own words, as its route would answer it. */
  document: JsonObject,
  /** The same plan as the model that every contract maps to. */
  plan: JsonObject,
  reasons: z.array(ReasonView),
  /** Asked before the plan is whole; until then it is not to be carried out. */
  questions: z.array(z.strictObject({ question: z.string(), choices: z.array(z.string()) })),
  /** What each planner that was asked came to, where several were. */
  considered: z.array(z.strictObject({ planner_id: z.string(), outcome: z.string(), why: z.string() })),
  notes: z.array(z.string()),
  /** What the planning costs; null is unpriced, which is not free. */
  estimate: z.strictObject({ cost_cents: z.number().nullable(), input_tokens: z.int(), output_tokens: z.int() }),
});
export type Explanation = z.infer<typeof Explanation>;
