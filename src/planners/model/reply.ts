import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { Test } from "../../plan/step.ts";

const Id = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
const Path = z.string().max(500);

const When = z.strictObject({
  value: Path,
  of: z.enum(["value", "count"]).default("value"),
  is: Test,
  to: Json.optional(),
});

const ForEach = z.strictObject({
  over: Path,
  as: Id.default("item"),
  where: z.array(z.strictObject({ path: Path, is: Test, to: Json.optional() })).default([]),
  order_by: z.strictObject({ path: Path, direction: z.enum(["ascending", "descending"]) }).optional(),
  take: z.int().positive().optional(),
});

const Call = z.strictObject({
  id: Id,
  tool: z.string().max(200),
  args: JsonObject.default({}),
  depends_on: z.array(Id).default([]),
  /** What this call is for, in a few words. */
  note: z.string().max(500).optional(),
  when: When.optional(),
  for_each: ForEach.optional(),
});

const Asked = z.strictObject({
  tool: z.string().max(200),
  /** Dotted path of the argument. */
  param: Path,
  question: z.string().min(1).max(500),
  choices: z.array(z.string().max(200)).max(20).default([]),
});

const maxCalls = 100;

/** What a model is asked to answer with. Our own words, not a contract's: every surface is made from it. */
export const Reply = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("plan"), calls: z.array(Call).min(1).max(maxCalls) }),
  z.strictObject({ outcome: z.literal("ask"), questions: z.array(Asked).min(1).max(20) }),
  z.strictObject({ outcome: z.literal("none"), reason: z.string().max(500).optional() }),
]);
export type Reply = z.infer<typeof Reply>;
export type ReplyCall = z.infer<typeof Call>;
