import { z } from "zod";
import { Observation } from "../contracts/react/trace.ts";
import { Json } from "../plan/json.ts";

/** A call as it was asked for; nothing of it has been checked. */
export const RequestedCall = z.strictObject({ name: z.string(), args: Json });
export type RequestedCall = z.infer<typeof RequestedCall>;

const count = z.int().min(0);

/** What one turn's reasoning came to, with what of it counts. Where thoughts must not be kept there is none in it. */
export const Thinking = z.strictObject({
  thought: z.string().nullable(),
  /** The answer, or what was said beside the calls. */
  text: z.string(),
  calls: z.array(RequestedCall),
  stop: z.enum(["end", "calls", "length", "filtered", "other"]),
  reason: count,
  answer: count,
  /** The limit this turn went past. */
  over: z.enum(["max_tokens_reason", "max_tokens_answer"]).optional(),
  /** Observations that the model no longer saw, so that the rest had room in its window. */
  dropped: count.optional(),
});
export type Thinking = z.infer<typeof Thinking>;

/**
 * Something that happened in a loop, once. A fact is found by its key and never by its order: calls of one turn may end
 * in any order, and a resumed loop decides the same.
 */
export const Fact = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("model"), turn: count, thinking: Thinking }),
  z.strictObject({ kind: z.literal("call"), turn: count, call: count, observation: Observation }),
  z.strictObject({ kind: z.literal("failure"), code: z.string(), message: z.string() }),
]);
export type Fact = z.infer<typeof Fact>;

export function callKey(turn: number, call: number): string {
  return `turn:${turn}:call:${call}`;
}

/** `turn:3:model`, `turn:3:call:1`; a second fact under the same key is a conflict. */
export function factKey(fact: Fact): string {
  switch (fact.kind) {
    case "model":
      return `turn:${fact.turn}:model`;
    case "call":
      return callKey(fact.turn, fact.call);
    case "failure":
      return "failure";
    default:
      return fact satisfies never;
  }
}
