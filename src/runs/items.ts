import type { Json } from "../plan/json.ts";
import { readPath } from "../plan/resolve.ts";
import type { Iteration } from "../plan/step.ts";
import { holds, orderOfTexts } from "./condition.ts";

/** The items a step iterates over, or why it cannot. A list beyond the limit is rejected, never truncated. */
export function itemsOf(list: Json | undefined, iteration: Iteration): Json[] | { problem: string } {
  if (!Array.isArray(list)) return { problem: `"${iteration.over}" is not a list` };
  const kept = list.filter((item) =>
    iteration.where.every(({ path, is, to }) => holds(readPath(item, keysOf(path)), is, to)),
  );
  const ordered = iteration.orderBy === undefined ? kept : inOrder(kept, iteration.orderBy);
  const taken = iteration.take === undefined ? ordered : ordered.slice(0, iteration.take);
  if (taken.length > iteration.limit)
    return { problem: `${taken.length} items are more than the step's limit of ${iteration.limit}` };
  return taken;
}

function keysOf(path: string): string[] {
  return path === "" ? [] : path.split(".");
}

/** Stable sort; items without the value come last in both directions. */
function inOrder(items: readonly Json[], { path, direction }: NonNullable<Iteration["orderBy"]>): Json[] {
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = items.map((item) => ({ item, key: readPath(item, keysOf(path)) }));
  return keyed.sort((a, b) => rank(a.key) - rank(b.key) || sign * order(a.key, b.key)).map(({ item }) => item);
}

function rank(key: Json | undefined): number {
  if (typeof key === "number") return 0;
  return typeof key === "string" ? 1 : 2;
}

function order(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return typeof a === "string" && typeof b === "string" ? orderOfTexts(a, b) : 0;
}
