import { countOf, holds, orderOfTexts } from "./condition.ts";
import type { Json } from "./json.ts";
import { readPath } from "./resolve.ts";
import type { Condition, Iteration } from "./step.ts";

/** A value with its references replaced; undefined where a result is missing. */
type Fill = (template: Json) => Json | undefined;

/** Whether a step with this condition runs. A value to compare with that is missing is never met. */
export function isMet({ value, of, is, to }: Condition, fill: Fill): boolean {
  const found = fill(value);
  const wanted = to === undefined ? undefined : fill(to);
  if (to !== undefined && wanted === undefined) return false;
  return holds(of === "count" ? countOf(found) : found, is, wanted);
}

/** The items a step iterates over, or why it cannot. A list beyond the limit is rejected, never truncated. */
export function itemsOf(iteration: Iteration, fill: Fill): Json[] | { problem: string } {
  const list = fill(iteration.over);
  if (!Array.isArray(list)) return { problem: `"${iteration.over}" is not a list` };
  const filters = iteration.where.map(({ path, is, to }) => ({
    path,
    is,
    to,
    wanted: to === undefined ? undefined : fill(to),
  }));
  const lost = filters.find(({ to, wanted }) => to !== undefined && wanted === undefined);
  if (lost !== undefined) return { problem: `the filter of "${lost.path}" refers to a result that is not there` };
  const kept = list.filter((item) =>
    filters.every(({ path, is, wanted }) => holds(readPath(item, keysOf(path)), is, wanted)),
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
