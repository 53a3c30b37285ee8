import { catalogue } from "../src/contracts/catalogue.ts";
import { jsonSchemaOf } from "../src/contracts/json-schema.ts";
import type { Generated } from "./generated.ts";

/** One JSON Schema file a document of the contracts. */
export function contractSchemas(): Generated[] {
  return catalogue.map((shape) => ({
    path: `schemas/${shape.path}.json`,
    text: `${JSON.stringify(jsonSchemaOf(shape), null, 2)}\n`,
  }));
}
