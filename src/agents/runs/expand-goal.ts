import type { TriggerPlan } from "../../contracts/react/trigger.ts";
import type { Issue } from "../../plan/issue.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { parseTemplate, type Reference } from "../../plan/references.ts";
import { resolve } from "../../plan/resolve.ts";
import { dayOf } from "../triggers/time/wall-clock.ts";

/** The values a goal template can name: `{{event.path}}`, `{{state.path}}` and `{{now}}`; a plan's values also `{{slot.date}}`. */
type GoalValues = {
  now: string;
  event?: Json | undefined;
  state?: JsonObject | undefined;
  slot?: JsonObject | undefined;
};

type ExpandedGoal = { ok: true; text: string } | { ok: false; detail: string };
type ExpandedPlan = { ok: true; plan: TriggerPlan } | { ok: false; detail: string };

/** Fills in the goal template. A value that is missing is a reason not to run: the raw template is never planned. */
export function expandGoal(template: string, values: GoalValues): ExpandedGoal {
  const filled = fill(template, values);
  if (!filled.ok) return { ok: false, detail: `the goal needs ${filled.missing}` };
  return { ok: true, text: typeof filled.value === "string" ? filled.value : textOf(filled.value) };
}

/** Fills in the values of a plan; a string that is exactly one reference keeps the type of its value. */
export function expandPlan(plan: TriggerPlan, values: GoalValues): ExpandedPlan {
  const filled = fill(plan.parameters, values);
  if (!filled.ok) return { ok: false, detail: `the plan ${plan.name} needs ${filled.missing}` };
  return { ok: true, plan: { ...plan, parameters: isJsonObject(filled.value) ? filled.value : {} } };
}

function fill(template: Json, values: GoalValues): { ok: true; value: Json } | { ok: false; missing: string } {
  const named: Readonly<Record<string, Json | undefined>> = values;
  const filled = resolve(template, "braces", (name) => named[name]);
  if (filled.ok) return filled;
  const missing = filled.missing.map(({ name, path }) => [name, ...path].join("."));
  return { ok: false, missing: `${missing.join(", ")}, which has no value` };
}

/** The day and months of a slot, in its zone. */
export function slotValues(slot: number, zone: string): JsonObject {
  const date = dayOf(slot, zone);
  const month = date.slice(0, 7);
  const last = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 2));
  return { date, month, last_month: last.toISOString().slice(0, 7) };
}

function textOf(value: Json): string {
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** What is wrong with a goal template, found when the profile is loaded. */
export function checkGoal(description: string, hasEvents: boolean): Issue[] {
  const pointer = "/goal_template/description";
  const { parts, malformed } = parseTemplate(description, "braces");
  const issueOf = (message: string): Issue => ({
    code: "MALFORMED_REFERENCE",
    pointer,
    message,
    hint: "Use {{event.field}}, {{state.path}} or {{now}}.",
  });
  const references = parts.filter((part) => typeof part === "object");
  return [
    ...malformed.map((text) => issueOf(`"${text}" is not a template of a goal`)),
    ...references.flatMap((reference) => faultOf(reference, hasEvents) ?? []).map(issueOf),
  ];
}

function faultOf({ name, path, text }: Reference, hasEvents: boolean): string | undefined {
  if (name === "now") return path.length === 0 ? undefined : `${text} has no fields`;
  if (name !== "event" && name !== "state") return `${text} names nothing an agent has`;
  if (path.length === 0) return `${text} needs a field`;
  return name === "event" && !hasEvents ? `${text} needs an event trigger` : undefined;
}
