import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { maxSteps } from "../../plan/plan.ts";
import { VerbError } from "./verb.ts";

export const TraceAction = z.strictObject({ tool_id: z.string().min(1), input: JsonObject });
export type TraceAction = z.infer<typeof TraceAction>;

/** A failed call and a call of an unknown tool are observations too. */
export const Observation = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), output: Json }),
  z.strictObject({ ok: z.literal(false), error: VerbError }),
]);
export type Observation = z.infer<typeof Observation>;

export const TraceStep = z.strictObject({
  step_index: z.int().min(0),
  /** Null where thoughts must not be logged. */
  thought: z.string().nullable(),
  action: TraceAction.nullable(),
  observation: Observation.nullable(),
});
export type TraceStep = z.infer<typeof TraceStep>;

export const Trace = z.array(TraceStep).max(maxSteps);
export type Trace = z.infer<typeof Trace>;
