import type { Json } from "../plan/json.ts";
import { nearest } from "../plan/nearest.ts";
import { schemaCheck, type SchemaError } from "../plan/schema-check.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";
import { ToolError } from "./tool-error.ts";

const maxListedErrors = 3;

/** Throws a `ToolError` with the code and the first differences if the value does not fit the schema. */
export function assertFits(schema: JsonSchema, value: Json, code: "invalid_payload" | "invalid_output"): void {
  const result = schemaCheck(schema)(value);
  if ("fault" in result)
    throw new ToolError(
      code,
      `the tool's schema cannot be used: ${`${result.fault.pointer} ${result.fault.message}`.trim()}`,
    );
  if (result.errors.length === 0) return;
  const rest = result.errors.length - maxListedErrors;
  const text = result.errors.slice(0, maxListedErrors).map(renderError).join("; ");
  throw new ToolError(code, rest > 0 ? `${text}; and ${rest} more` : text);
}

function renderError({ pointer, message, params, declared }: SchemaError): string {
  const { missingProperty: missing, allowedValues: allowed } = params;
  const extra = params["additionalProperty"] ?? params["unevaluatedProperty"];
  const place = pointer === "" ? "the value" : pointer;
  if (typeof missing === "string") return `${pointer}/${missing} is required`;
  if (Array.isArray(allowed)) return `${place} must be one of ${JSON.stringify(allowed).slice(1, -1).slice(0, 200)}`;
  if (typeof extra !== "string") return `${place} ${message}`;
  const close = nearest(extra, declared);
  return `${place} has the unknown field "${extra}"${close === undefined ? "" : `, did you mean "${close}"?`}`;
}
