import type { EventCondition, EventConditions } from "../../../contracts/react/trigger.ts";
import { isJsonObject, type Json } from "../../../plan/json.ts";
import { shortJson } from "../../../plan/short-text.ts";

/** Why an event does not match. */
type Mismatch = { field: string; why: string };

/** The first condition that does not hold; undefined where all do. */
export function mismatchOf(conditions: EventConditions, payload: Json): Mismatch | undefined {
  for (const [name, condition] of Object.entries(conditions)) {
    const bound = /^(min|max)_(.+)$/.exec(name);
    const why =
      bound !== null && typeof condition === "number"
        ? boundFault(valueAt(payload, bound[2] ?? ""), bound[1] === "min" ? "min" : "max", condition)
        : valueFault(valueAt(payload, name), condition);
    if (why !== undefined) return { field: bound?.[2] ?? name, why };
  }
  return undefined;
}

/** The value under a dotted path; a key that has dots of its own is found first. */
export function valueAt(value: Json, path: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const dot = path.indexOf(".");
  if (dot === -1) return undefined;
  const head = path.slice(0, dot);
  return Object.hasOwn(value, head) ? valueAt(value[head] ?? null, path.slice(dot + 1)) : undefined;
}

function boundFault(value: Json | undefined, side: "min" | "max", bound: number): string | undefined {
  if (value === undefined) return "it is missing";
  if (typeof value !== "number") return `${shortJson(value)} is not a number`;
  if (side === "min" && value < bound) return `${value} is below ${bound}`;
  if (side === "max" && value > bound) return `${value} is above ${bound}`;
  return undefined;
}

function valueFault(value: Json | undefined, condition: EventCondition): string | undefined {
  if (typeof condition === "object" && condition !== null && "exists" in condition) {
    if (condition.exists === (value !== undefined)) return undefined;
    return condition.exists ? "it is missing" : "it is there";
  }
  if (value === undefined) return "it is missing";
  if (typeof condition === "object" && condition !== null)
    return condition.in.some((one) => one === value)
      ? undefined
      : `${shortJson(value)} is not one of ${shortJson(condition.in)}`;
  return value === condition ? undefined : `${shortJson(value)} is not ${shortJson(condition)}`;
}
