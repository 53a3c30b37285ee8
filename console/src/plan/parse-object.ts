import type { StepInputs } from "../../../src/contracts/api/run.ts";
import { isFields } from "./shown-step.ts";

/** A JSON object as the contracts type it. */
export type JsonFields = NonNullable<StepInputs["inputs"][number]["args"]>;

/** Parses a JSON object; undefined if the text is not one. */
export function parseObject(text: string): JsonFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? (value as JsonFields) : undefined; // the result of JSON.parse is JSON
  } catch {
    return undefined;
  }
}
