import type { StepInputs } from "../../../src/contracts/api/run.ts";
import { isFields } from "./shown-step.ts";

/** What JSON objects are, in the words of the contracts. */
export type JsonFields = NonNullable<StepInputs["inputs"][number]["args"]>;

/** The object a text says, or undefined where it says none. */
export function parseObject(text: string): JsonFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? (value as JsonFields) : undefined; // what JSON.parse gave is JSON
  } catch {
    return undefined;
  }
}
