import { z } from "zod";

/** A typed value that is filled in when a saved plan runs. Without a default it is required. */
export const PlanParameter = z.strictObject({
  type: z.enum(["string", "integer", "number", "boolean", "date"]).describe("type of the value; a date is YYYY-MM-DD"),
  description: z.string().max(500).default("").describe("what it means"),
  default: z.union([z.string(), z.number(), z.boolean()]).optional().describe("value that is used if none is given"),
  choices: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(1_000)
    .optional()
    .describe("allowed values"),
});
export type PlanParameter = z.infer<typeof PlanParameter>;

/** A value is checked by a schema of its parameter, which is compiled when the plan is saved. */
const maxParameters = 64;

export const PlanParameters = z
  .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), PlanParameter)
  .check(({ value, issues }) => {
    if (Object.keys(value).length <= maxParameters) return;
    const message = `Too big: expected at most ${maxParameters} parameters`;
    issues.push({ code: "too_big", origin: "object", maximum: maxParameters, input: value, message });
  })
  .meta({ maxProperties: maxParameters });
export type PlanParameters = z.infer<typeof PlanParameters>;
