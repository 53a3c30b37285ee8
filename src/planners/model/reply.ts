import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { Comparison } from "../../plan/step.ts";

const Id = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
const Path = z.string().max(500);

/** Models write null for absent fields. */
function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const When = z.strictObject({
  value: Path,
  of: z.enum(["value", "count"]).default("value"),
  is: Comparison,
  to: Json.optional(),
});

const ForEach = z.strictObject({
  over: Path,
  as: Id.default("item"),
  where: z.array(z.strictObject({ path: Path, is: Comparison, to: Json.optional() })).default([]),
  order_by: z.strictObject({ path: Path, direction: z.enum(["ascending", "descending"]) }).optional(),
  take: z.int().positive().optional(),
});

const Call = z.strictObject({
  id: Id,
  tool: z.string().max(200),
  args: JsonObject.default({}),
  depends_on: z.array(Id).default([]),
  /** What this call is for, in a few words. */
  note: optional(z.string().max(500)),
  when: optional(When),
  for_each: optional(ForEach),
});

const ReplyQuestion = z.strictObject({
  tool: z.string().max(200),
  /** Dotted path of the argument. */
  param: Path,
  question: z.string().min(1).max(500),
  choices: z.array(z.string().max(200)).max(20).default([]),
});

const maxCalls = 100;

/**
 * The answer format for models. Independent of the contracts: every surface is built from it. One object instead of a
 * union: providers accept no union at the root of a schema.
 */
export const Reply = z.strictObject({
  outcome: z.enum(["plan", "ask", "none"]),
  calls: z.array(Call).max(maxCalls).default([]),
  questions: z.array(ReplyQuestion).max(20).default([]),
  reason: optional(z.string().max(500)),
});
export type Reply = z.infer<typeof Reply>;
export type ReplyCall = z.infer<typeof Call>;
