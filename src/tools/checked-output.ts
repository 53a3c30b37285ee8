import { checkJson, documentLimits } from "../plan/check-json.ts";
import type { Json } from "../plan/json.ts";
import { ToolError } from "./tool-error.ts";

/** Checks that a tool's answer is JSON within the size limit. */
export function checkedOutput(output: unknown, maxBytes: number): Json {
  const value = output === undefined ? null : output;
  // `__proto__` would change the object that a reference is later read from; other odd keys are only data.
  const limits = { ...documentLimits, stringBytes: maxBytes, unsafeKeys: new Set(["__proto__"]) };
  const [issue] = checkJson(value, limits);
  if (issue?.code === "STRING_TOO_LONG") throw tooLarge(maxBytes);
  if (issue !== undefined)
    throw new ToolError("invalid_output", `the answer is not JSON: ${issue.pointer} ${issue.message}`);
  if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) throw tooLarge(maxBytes);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checkJson found nothing else
  return value as Json;
}

function tooLarge(maxBytes: number): ToolError {
  return new ToolError("output_too_large", `the answer has more than ${maxBytes} bytes`);
}
