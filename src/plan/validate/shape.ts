import { z } from "zod";
import type { CheckResult } from "../check-result.ts";
import { Json, JsonObject } from "../json.ts";
import { parseWith } from "../parse.ts";
import { ajv } from "../packages.ts";
import { isSurelyJson } from "./quick-json.ts";

/** Reads an unknown value as a zod schema's output. */
type Shape<T> = (value: unknown) => CheckResult<T>;

/**
 * `parseWith` with a fast path for complete values. The zod schema is the only source: its output type is compiled once
 * into a predicate that takes a third of the time. Values the predicate rejects go to zod, which fills in defaults or
 * reports the issues.
 */
export function createShape<S extends z.ZodType>(schema: S): Shape<z.output<S>> {
  let fits: ((value: unknown) => value is z.output<S>) | undefined;
  return (value) => {
    fits ??= compile(schema);
    if (isWhole(value, fits)) return { ok: true, value };
    return parseWith(schema, value);
  };
}

function isWhole<T>(value: unknown, fits: (value: unknown) => value is T): value is T {
  try {
    return fits(value) && isSurelyJson(value);
  } catch {
    // A getter or a proxy that throws: the slow path reports where.
    return false;
  }
}

function compile<S extends z.ZodType>(schema: S): (value: unknown) => value is z.output<S> {
  const jsonSchema = z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const source: unknown = zodSchema;
      if (zodSchema._zod.def.type === "custom" && source !== Json && source !== JsonObject)
        throw new Error("no predicate for a custom type");
      if (!(source instanceof z.ZodDiscriminatedUnion)) return;
      // Makes the predicate check one branch only; without a type it would accept non-objects.
      jsonSchema.type = "object";
      jsonSchema["discriminator"] = { propertyName: source.def.discriminator };
    },
  });
  const options = { strict: false, validateFormats: false, discriminator: true, ownProperties: true } as const;
  const validate = new (ajv().Ajv2020)(options).compile<z.output<S>>(jsonSchema);
  return (value) => validate(value);
}
