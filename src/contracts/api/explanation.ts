import { z } from "zod";
import { Zone } from "../zone.ts";
import { JsonObject } from "../../plan/json.ts";
import { PlanCost } from "./run.ts";
import { DeterminismMode } from "../determinism/planner.ts";

/** The contracts whose plans can be explained; `runs` is the model that runs execute. */
export const explainedContracts = ["service", "structured", "determinism", "runs"] as const;

/** `POST /plan/explain`: a plan with its provenance. */
export const ExplainRequest = z.strictObject({
  goal: z.string().min(1).max(20_000),
  contract: z.enum(explainedContracts).default("service"),
  /** One of `GET /planners`. */
  planner: z.string().min(1).max(200).default("grammar"),
  locale: z.string().min(1).max(35).optional(),
  /** IANA time zone for relative dates. */
  zone: Zone.default("UTC"),
});
export type ExplainRequest = z.infer<typeof ExplainRequest>;

/** The part of the goal that led to a tool or, with `param`, to one of its arguments; offsets in UTF-16 units. */
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
  /** Contract 4's `plan_input_hash` of the request. */
  input_hash: z.string(),
  /** Hash of the plan without its provenance: equal for equal plans. */
  plan_hash: z.string(),
  /** The plan in the contract's format, as its route would return it. */
  document: JsonObject,
  /** The same plan in the internal model. */
  plan: JsonObject,
  reasons: z.array(ReasonView),
  /** The parts of the goal that the plan does not carry, or would go against; offsets in UTF-16 units. */
  unaccounted: z.array(
    z.strictObject({
      from: z.int().min(0),
      to: z.int().min(0),
      why: z.enum(["unused", "request", "forbidden", "doubtful"]),
    }),
  ),
  /** Open questions; the plan cannot run before they are answered. */
  questions: z.array(z.strictObject({ question: z.string(), choices: z.array(z.string()) })),
  /** The outcome of each planner, where several were tried. */
  considered: z.array(
    z.strictObject({
      planner_id: z.string(),
      outcome: z.enum(["taken", "unsure", "asks", "failed"]),
      why: z.string(),
    }),
  ),
  notes: z.array(z.string()),
  /** The lesson whose rule made the plan. */
  lesson: z.string().nullable(),
  /** Bounds of what the tools of a run of the plan cost. */
  run_cost: PlanCost,
  /** Bounds of what a ReAct run for the goal costs, with the default limits and all tools. */
  react_cost: PlanCost,
  /** The cost of planning; null is unpriced, not free. */
  estimate: z.strictObject({ cost_cents: z.number().nullable(), input_tokens: z.int(), output_tokens: z.int() }),
});
export type Explanation = z.infer<typeof Explanation>;
