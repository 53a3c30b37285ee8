import { z } from "zod";

/** A typed value that is filled in when a saved plan runs. Without a default it is required. */
export const PlanParameter = z.strictObject({
  type: z.enum(["string", "integer", "number", "boolean", "date"]).describe("type of the value; a date is YYYY-MM-DD"),
  description: z.string().max(500).default("").describe("what it means"),
  default: z.union([z.string(), z.number(), z.boolean()]).optional().describe("value that is used if none is given"),
  choices: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .optional()
    .describe("allowed values"),
});
export type PlanParameter = z.infer<typeof PlanParameter>;

export const PlanParameters = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), PlanParameter);
export type PlanParameters = z.infer<typeof PlanParameters>;
