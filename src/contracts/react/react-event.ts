import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { FinalAnswer, PlanReactResponse } from "./plan-react.ts";
import { Observation } from "./trace.ts";

const index = z.int().min(0);

/**
 * What a run tells while it goes on, in the order it happens; `end` is always the last and carries the whole answer.
 * Deltas are pieces as they come; text turns out to be a thought when calls follow it. Where thoughts must not be kept,
 * none is told: there are no deltas of them, and the answer comes in one piece.
 */
export const ReactEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("start"), request_id: z.string(), session_id: z.string().optional() }),
  z.strictObject({ type: z.literal("thought_delta"), turn: index, text: z.string() }),
  z.strictObject({ type: z.literal("text_delta"), turn: index, text: z.string() }),
  z.strictObject({ type: z.literal("thought"), turn: index, step_index: index, text: z.string() }),
  z.strictObject({ type: z.literal("action"), step_index: index, tool_id: z.string(), input: JsonObject }),
  z.strictObject({ type: z.literal("observation"), step_index: index, tool_id: z.string(), observation: Observation }),
  /** So many of the oldest observations are no longer shown to the model, for want of room in its window. */
  z.strictObject({ type: z.literal("dropped"), turn: index, observations: index }),
  z.strictObject({ type: z.literal("answer"), turn: index, final_answer: FinalAnswer }),
  z.strictObject({ type: z.literal("end"), response: PlanReactResponse }),
]);
export type ReactEvent = z.infer<typeof ReactEvent>;
