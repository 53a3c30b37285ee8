import { z } from "zod";
import type { StateTrigger } from "../../../contracts/react/trigger.ts";
import { Json } from "../../../plan/json.ts";

/** A value and its time. */
export const StateValue = z.strictObject({ value: Json, at: z.number() });
export type StateValue = z.infer<typeof StateValue>;

export type ConditionReading = "true" | "false" | "missing" | "stale" | "unlike";

/** The condition evaluated with the current value. */
export function readCondition(
  { op, value, max_age_seconds }: StateTrigger,
  stored: StateValue | undefined,
  now: number,
): ConditionReading {
  if (stored === undefined) return "missing";
  if (max_age_seconds !== undefined && now - stored.at > max_age_seconds * 1000) return "stale";
  if (op === "==" || op === "!=") return (stored.value === value) === (op === "==") ? "true" : "false";
  if (typeof stored.value === "number" && typeof value === "number")
    return holds(op, stored.value, value) ? "true" : "false";
  if (typeof stored.value === "string" && typeof value === "string")
    return holds(op, stored.value, value) ? "true" : "false";
  return "unlike";
}

/** Fires on the crossing, re-arms once the condition was false. */
export function crossing(isArmed: boolean, reading: ConditionReading): { fires: boolean; isArmed: boolean } {
  if (reading === "true") return { fires: isArmed, isArmed: false };
  return { fires: false, isArmed: isArmed || reading === "false" }; // unknown changes nothing
}

function holds(op: ">" | ">=" | "<" | "<=", a: number | string, b: number | string): boolean {
  switch (op) {
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    default:
      return op satisfies never;
  }
}
