import { canonicalText } from "./canonical.ts";
import { isJsonObject, type Json } from "./json.ts";
import type { Comparison } from "./step.ts";

/** Evaluates the test. `undefined` is a missing value; it passes only `absent`, `empty` and `not_equal`. */
export function holds(value: Json | undefined, is: Comparison, to: Json | undefined): boolean {
  switch (is) {
    case "present":
      return value !== undefined && value !== null;
    case "absent":
      return value === undefined || value === null;
    case "empty":
      return isEmpty(value);
    case "not_empty":
      return !isEmpty(value);
    case "equal":
      return isSame(value, to);
    case "not_equal":
      return !isSame(value, to);
    case "one_of":
      return Array.isArray(to) && to.some((one) => isSame(value, one));
    case "contains":
      return contains(value, to);
    case "less":
      return compare(value, to, (order) => order < 0);
    case "at_most":
      return compare(value, to, (order) => order <= 0);
    case "more":
      return compare(value, to, (order) => order > 0);
    case "at_least":
      return compare(value, to, (order) => order >= 0);
    default:
      return is satisfies never;
  }
}

/** Elements of a list, keys of an object, characters of a text; 0 for nothing. */
export function countOf(value: Json | undefined): number {
  if (Array.isArray(value)) return value.length;
  if (isJsonObject(value)) return Object.keys(value).length;
  return typeof value === "string" ? Array.from(value).length : 0;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return (typeof value === "string" || typeof value === "object") && countOf(value) === 0;
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return canonicalText(a) === canonicalText(b);
}

function contains(value: Json | undefined, part: Json | undefined): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  if (Array.isArray(value)) return value.some((one) => isSame(one, part));
  return isJsonObject(value) && typeof part === "string" && Object.hasOwn(value, part);
}

/**
 * Compares numbers with numbers and texts with texts by code point (ISO dates sort this way); anything else is false.
 */
function compare(a: Json | undefined, b: Json | undefined, test: (order: number) => boolean): boolean {
  if (typeof a === "number" && typeof b === "number") return test(a - b);
  if (typeof a === "string" && typeof b === "string") return test(orderOfTexts(a, b));
  return false;
}

export function orderOfTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
