import { z } from "zod";
import { Observation } from "../contracts/react/trace.ts";
import { Json } from "../plan/json.ts";

/** A requested call, not validated yet. */
export const RequestedCall = z.strictObject({ name: z.string(), args: Json });
export type RequestedCall = z.infer<typeof RequestedCall>;

const count = z.int().min(0);

/** One turn's reasoning with its charge. Without thoughts where they must not be stored. */
export const Thinking = z.strictObject({
  thought: z.string().nullable(),
  /** The answer, or the text beside the calls. */
  text: z.string(),
  calls: z.array(RequestedCall),
  stop: z.enum(["end", "calls", "length", "filtered", "other", "question"]),
  reason: count,
  answer: count,
  /** The limit this turn exceeded. */
  over: z.enum(["max_tokens_reason", "max_tokens_answer"]).exactOptional(),
  /** Observations dropped from the model's window to make space. */
  dropped: count.exactOptional(),
});
export type Thinking = z.infer<typeof Thinking>;

/**
 * Something that happened in a loop, once. Facts are identified by key, never by order: calls of one turn may finish in
 * any order, and a resumed loop decides the same.
 */
export const Fact = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("model"), turn: count, thinking: Thinking }),
  z.strictObject({
    kind: z.literal("call"),
    turn: count,
    call: count,
    observation: Observation,
    /** How long the call waited for approval; the run's deadline moves by it. */
    pausedMs: count.exactOptional(),
  }),
  z.strictObject({ kind: z.literal("pause"), turn: count, call: count, draftId: z.string(), at: z.number() }),
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
    case "pause":
      return `${callKey(fact.turn, fact.call)}:pause`;
    case "failure":
      return "failure";
    default:
      return fact satisfies never;
  }
}
