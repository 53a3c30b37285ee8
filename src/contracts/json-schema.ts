import { z } from "zod";
import { asJsonObject, type JsonObject } from "../plan/json.ts";
import type { WireShape } from "./catalogue.ts";

/** The JSON Schema (2020-12) of a document as a sender may write it: fields with a default are optional. */
export function jsonSchemaOf({ path, title, schema }: WireShape): Record<string, unknown> {
  const { $schema, ...body } = convert(schema, "input");
  return { $schema, $id: `urn:planwright:${path.replaceAll("/", ":")}`, title, ...body };
}

/** The same without `$schema` and `$id`, for embedding in another document. */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _file, ...body } = convert(schema, io);
  return asJsonObject(body);
}

function convert(schema: z.ZodType, io: "input" | "output") {
  return z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
  });
}
