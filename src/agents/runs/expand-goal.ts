import type { Issue } from "../../plan/issue.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { parseTemplate, type Reference } from "../../plan/references.ts";
import { resolve } from "../../plan/resolve.ts";

/** The values a goal template can name: `{{event.path}}`, `{{state.path}}` and `{{now}}`. */
export type GoalValues = { now: string; event?: Json | undefined; state?: JsonObject | undefined };

export type ExpandedGoal = { ok: true; text: string } | { ok: false; detail: string };

/** Fills in the goal template. A value that is missing is a reason not to run: the raw template is never planned. */
export function expandGoal(template: string, values: GoalValues): ExpandedGoal {
  const filled = resolve(template, "braces", (name) => valueOf(name, values));
  if (filled.ok) return { ok: true, text: typeof filled.value === "string" ? filled.value : textOf(filled.value) };
  const missing = filled.missing.map(({ name, path }) => [name, ...path].join("."));
  return { ok: false, detail: `the goal needs ${missing.join(", ")}, which has no value` };
}

function valueOf(name: string, { now, event, state }: GoalValues): Json | undefined {
  return name === "now" ? now : name === "event" ? event : name === "state" ? state : undefined;
}

function textOf(value: Json): string {
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** What is wrong with a goal template, found when the profile is loaded. */
export function checkGoal(description: string, hasEvents: boolean): Issue[] {
  const pointer = "/goal_template/description";
  const { parts, malformed } = parseTemplate(description, "braces");
  const say = (message: string): Issue => ({
    code: "MALFORMED_REFERENCE",
    pointer,
    message,
    hint: "Use {{event.field}}, {{state.path}} or {{now}}.",
  });
  const references = parts.filter((part) => typeof part === "object");
  return [
    ...malformed.map((text) => say(`"${text}" is not a template of a goal`)),
    ...references.flatMap((reference) => faultOf(reference, hasEvents) ?? []).map(say),
  ];
}

function faultOf({ name, path, text }: Reference, hasEvents: boolean): string | undefined {
  if (name === "now") return path.length === 0 ? undefined : `${text} has no fields`;
  if (name !== "event" && name !== "state") return `${text} names nothing an agent has`;
  if (path.length === 0) return `${text} needs a field`;
  return name === "event" && !hasEvents ? `${text} needs an event trigger` : undefined;
}
