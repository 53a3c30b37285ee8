import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { joinPointer } from "./pointer.ts";

/**
 * One difference between two documents. The pointer is into the second document, for `removed` into the first.
 * `reordered` names a list whose steps are in another order; `before` and `after` are the ids they share.
 */
export type Difference =
  | { kind: "added"; pointer: string; after: Json }
  | { kind: "removed"; pointer: string; before: Json }
  | { kind: "changed" | "reordered"; pointer: string; before: Json; after: Json };

/**
 * Lists the differences by pointer; empty exactly when the canonical forms are equal. Lists are compared by index, except
 * lists of steps, which are matched by id: an inserted step is one addition, not a change of every later step.
 */
export function diffJson(before: Json, after: Json, pointer = ""): Difference[] {
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, pointer);
  if (isJsonObject(before) && isJsonObject(after)) return diffObjects(before, after, pointer);
  // === treats 0 and -0 as equal, and so does the canonical form.
  return before === after ? [] : [{ kind: "changed", pointer, before, after }];
}

function diffObjects(before: JsonObject, after: JsonObject, pointer: string): Difference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => diffEntry(own(before, key), own(after, key), joinPointer(pointer, key)));
}

function diffLists(before: Json[], after: Json[], pointer: string): Difference[] {
  for (const key of idKeys) {
    const [left, right] = [keyed(before, key), keyed(after, key)];
    if (left !== undefined && right !== undefined) return diffKeyed(left, right, pointer);
  }
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, at) => diffEntry(before[at], after[at], joinPointer(pointer, at))).flat();
}

function diffEntry(before: Json | undefined, after: Json | undefined, pointer: string): Difference[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: "added", pointer, after }];
  if (after === undefined) return [{ kind: "removed", pointer, before }];
  return diffJson(before, after, pointer);
}

/** Where the contracts keep a step's id. */
const idKeys = ["id", "step_id"] as const;

type StepsByKey = Map<string, { at: number; step: Json }>;

/** The steps by id, or undefined where an item has none or two share one. */
function keyed(list: Json[], key: string): StepsByKey | undefined {
  const steps: StepsByKey = new Map();
  for (const [at, step] of list.entries()) {
    const id = isJsonObject(step) ? own(step, key) : undefined;
    if (typeof id !== "string" || steps.has(id)) return undefined;
    steps.set(id, { at, step });
  }
  return steps;
}

function diffKeyed(before: StepsByKey, after: StepsByKey, pointer: string): Difference[] {
  const differences: Difference[] = [];
  for (const [id, { at, step }] of before) {
    if (!after.has(id)) differences.push({ kind: "removed", pointer: joinPointer(pointer, at), before: step });
  }
  for (const [id, { at, step }] of after) {
    differences.push(...diffEntry(before.get(id)?.step, step, joinPointer(pointer, at)));
  }
  const stayed = [...before.keys()].filter((id) => after.has(id));
  const standing = [...after.keys()].filter((id) => before.has(id));
  if (stayed.some((id, at) => id !== standing[at])) {
    differences.push({ kind: "reordered", pointer, before: stayed, after: standing });
  }
  return differences;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
