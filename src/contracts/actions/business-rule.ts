import { z } from "zod";
import { Json } from "../../plan/json.ts";

/** What must hold of an action's arguments beyond the tool's schema. Configuration and packs carry these. */
export const BusinessRule = z.strictObject({
  /** The tool's slug; a `*` at the end stands for any rest. */
  tool: z.string().min(1),
  /** Arguments that must be there and say something: a name, or a JSON pointer. */
  required: z.array(z.string().min(1)).default([]),
  /** Argument to the values there are. With an empty list nothing is configured, and every value is refused. */
  one_of: z.record(z.string().min(1), z.array(Json)).default({}),
});
export type BusinessRule = z.infer<typeof BusinessRule>;
