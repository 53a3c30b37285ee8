import type { StepInputs } from "../../../src/contracts/api/run.ts";
import { isFields } from "./shown-step.ts";

/** A JSON object as the contracts type it. */
export type JsonFields = NonNullable<StepInputs["inputs"][number]["args"]>;

/** Values that the server sent or a form made: they hold JSON only. */
export function isJsonFields(value: unknown): value is JsonFields {
  return isFields(value);
}

/** Parses a JSON object; undefined if the text is not one. */
export function parseObject(text: string): JsonFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
