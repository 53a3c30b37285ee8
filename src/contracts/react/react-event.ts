import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { FinalAnswer, PlanReactResponse } from "./plan-react.ts";
import { Observation } from "./trace.ts";

const index = z.int().min(0);

/**
 * Events of a run in order; `end` is always the last and carries the complete response. Deltas are streamed pieces; text
 * turns out to be a thought when calls follow it. Where thoughts must not be logged, there are no thought deltas, and the
 * answer comes in one piece.
 */
export const ReactEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("start"), request_id: z.string(), session_id: z.string().optional() }),
  z.strictObject({ type: z.literal("thought_delta"), turn: index, text: z.string() }),
  z.strictObject({ type: z.literal("text_delta"), turn: index, text: z.string() }),
  z.strictObject({ type: z.literal("thought"), turn: index, step_index: index, text: z.string() }),
  z.strictObject({ type: z.literal("action"), step_index: index, tool_id: z.string(), input: JsonObject }),
  z.strictObject({ type: z.literal("observation"), step_index: index, tool_id: z.string(), observation: Observation }),
  /** The number of oldest observations dropped from the prompt to fit the model's context window. */
  z.strictObject({ type: z.literal("dropped"), turn: index, observations: index }),
  z.strictObject({ type: z.literal("answer"), turn: index, final_answer: FinalAnswer }),
  z.strictObject({ type: z.literal("end"), response: PlanReactResponse }),
]);
export type ReactEvent = z.infer<typeof ReactEvent>;
