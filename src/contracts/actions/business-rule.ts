import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";

/** A rule for an action's arguments beyond the tool's schema. Configured in `planwright.yaml` and in packs. */
export const BusinessRule = z.strictObject({
  tool: z.string().min(1).describe("the tool's slug; a trailing * matches any suffix"),
  required: z
    .array(z.string().min(1))
    .default([])
    .describe("arguments that must be present and not empty: a name or a JSON pointer"),
  one_of: z
    .record(z.string().min(1), z.array(Json))
    .default({})
    .describe("allowed values by argument; an empty list means not configured, and rejects every value"),
  listed: z
    .record(
      z.string().min(1),
      z.strictObject({
        tool: z.string().min(1).describe("a tool that only reads"),
        args: JsonObject.default({}).describe("arguments of the call"),
        items: z.string().default("").describe("dotted path to the rows of its output"),
        id: z.string().default("id").describe("the field of a row that holds the value"),
      }),
    )
    .default({})
    .describe("allowed values by argument, as a tool lists them when the Draft is made"),
});
export type BusinessRule = z.infer<typeof BusinessRule>;
