import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";

/** One expected call, with the accepted values of each parameter; an empty list means absent. */
export const ExpectedCall = z.object({
  id: z.string().optional(),
  tool: z.string(),
  args: z.record(z.string(), z.array(Json)),
  /** Optional parameters. */
  optional: z.array(z.string()).default([]),
});
export type ExpectedCall = z.infer<typeof ExpectedCall>;

export const Expected = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("calls"),
    calls: z.array(ExpectedCall).min(1),
    order: z.enum(["any", "strict"]).default("any"),
    alternatives: z.array(z.array(ExpectedCall).min(1)).default([]),
  }),
  z.object({ kind: z.literal("none") }),
  z.object({
    kind: z.literal("clarify"),
    tool: z.string().optional(),
    missing: z.array(z.string()).default([]),
    /** Values that are wrong. */
    bad: z.array(z.coerce.string()).default([]),
  }),
]);
export type Expected = z.infer<typeof Expected>;

/** One line of a cases file. Planning never reads `expect`; fields of other scorers are ignored. */
export const EvalCase = z.object({
  id: z.string().min(1),
  set: z.string().default("own"),
  category: z.string().default("all"),
  query: z.string(),
  history: z.array(z.object({ role: z.enum(["user", "assistant", "system", "tool"]), content: z.string() })).optional(),
  now: z.string().optional(),
  zone: z.string().optional(),
  locale: z.string().optional(),
  /** The demo tools where it is absent. */
  tools: z.array(JsonObject).optional(),
  expect: Expected,
});
export type EvalCase = z.infer<typeof EvalCase>;
