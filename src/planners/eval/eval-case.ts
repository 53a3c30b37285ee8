import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";

/** One expected call, with the accepted values of each parameter; an empty list means absent. */
export const ExpectedCall = z.object({
  id: z.string().optional().describe("id for the report"),
  tool: z.string().describe("name of the tool"),
  args: z.record(z.string(), z.array(Json)).describe("accepted values of each parameter; an empty list means absent"),
  optional: z.array(z.string()).default([]).describe("parameters that may be absent"),
});
export type ExpectedCall = z.infer<typeof ExpectedCall>;

const ExpectedOutcome = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("calls").describe("these calls"),
    calls: z.array(ExpectedCall).min(1).describe("the expected calls"),
    order: z.enum(["any", "strict"]).default("any").describe("whether their order matters"),
    alternatives: z.array(z.array(ExpectedCall).min(1)).default([]).describe("other sets of calls that are accepted"),
  }),
  z.object({ kind: z.literal("none").describe("no call") }),
  z.object({
    kind: z.literal("clarify").describe("a question"),
    tool: z.string().optional().describe("tool that the question is about"),
    missing: z.array(z.string()).default([]).describe("parameters that are missing"),
    bad: z.array(z.coerce.string()).default([]).describe("values that are wrong"),
  }),
]);
export type ExpectedOutcome = z.infer<typeof ExpectedOutcome>;

/** One line of a cases file. Planning never reads `expect`; fields of other scorers are ignored. */
export const EvalCase = z.object({
  id: z.string().min(1).describe("id of the case"),
  set: z.string().default("own").describe("name of the set"),
  category: z.string().default("all").describe("row of the report"),
  query: z.string().describe("the request"),
  history: z
    .array(
      z.object({
        role: z.enum(["user", "assistant", "system", "tool"]).describe("who wrote it"),
        content: z.string().describe("the text"),
      }),
    )
    .optional()
    .describe("earlier messages"),
  now: z.string().optional().describe("time of the request, ISO 8601"),
  zone: z.string().optional().describe("IANA time zone"),
  locale: z.string().optional().describe("language of answers"),
  tools: z.array(JsonObject).optional().describe("tool manifest; by default the demo tools"),
  expect: ExpectedOutcome.describe("what is correct"),
});
export type EvalCase = z.infer<typeof EvalCase>;
