import { documentLimits, isPlain, isUnsafeInteger } from "../check-json.ts";

/** Maximum number of values visited: shared parts can be few in memory and many as a tree. */
const maxValues = 1_000_000;

/**
 * True only for values without a `checkJson` issue, in a third of its time. False is inconclusive: `checkJson` decides and
 * finds the pointer.
 */
export function isSurelyJson(value: unknown): boolean {
  return visit(value, 0, { left: maxValues });
}

type Budget = { left: number };

function visit(value: unknown, depth: number, budget: Budget): boolean {
  budget.left -= 1;
  if (typeof value === "string") return isSureText(value);
  if (typeof value === "number") return Number.isFinite(value) && !isUnsafeInteger(value);
  if (typeof value !== "object") return typeof value === "boolean";
  if (value === null) return true;
  if (depth >= documentLimits.depth || budget.left < 0) return false;
  return Array.isArray(value) ? visitItems(value, depth + 1, budget) : visitFields(value, depth + 1, budget);
}

function visitItems(items: readonly unknown[], depth: number, budget: Budget): boolean {
  for (const item of items) if (!visit(item, depth, budget)) return false;
  return true;
}

function visitFields(value: object, depth: number, budget: Budget): boolean {
  if (!isPlain(value)) return false;
  for (const key of Object.keys(value)) {
    if (!isSureText(key)) return false;
    if (!visit(value[key], depth, budget)) return false;
  }
  return true;
}

/** UTF-8 takes at most three bytes for a UTF-16 unit. */
function isSureText(text: string): boolean {
  return text.length * 3 <= documentLimits.stringBytes && text.isWellFormed();
}
