import { z } from "zod";
import { Json } from "../../plan/json.ts";

/** What must hold of an action's arguments beyond the tool's schema. Configuration and packs carry these. */
export const BusinessRule = z.strictObject({
  tool: z.string().min(1).describe("the tool's slug; * at the end stands for any rest"),
  required: z
    .array(z.string().min(1))
    .default([])
    .describe("arguments that must be there and say something: a name, or a JSON pointer"),
  one_of: z
    .record(z.string().min(1), z.array(Json))
    .default({})
    .describe("argument to the values there are; with an empty list nothing is configured, and every value is refused"),
});
export type BusinessRule = z.infer<typeof BusinessRule>;
