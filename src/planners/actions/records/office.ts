import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import type { BoundTool } from "../../packs/bind-tools.ts";
import { fillTemplate } from "../../packs/fill-template.ts";
import type { Pack } from "../../packs/pack.ts";
import type { Lookups } from "../lookups.ts";
import type { FieldValue } from "../requests/request.ts";
import type { Local } from "../words/when.ts";

/** A domain at work: its pack, its tools as this toolbox has them, and the way to read. */
export type Office = {
  pack: Pack;
  tools: ReadonlyMap<string, BoundTool>;
  lookups: Lookups;
  now: Local;
  /** What the person chose since: of what was said, the id that was meant. */
  chosen?: (said: string) => string | undefined;
  /** What the person said since of a field that was missing. */
  told?: (kind: string, field: string) => FieldValue | undefined;
};

export type Row = JsonObject;

/** Why something could not be read. */
export type Trouble = { trouble: "unavailable" | "impossible" | "too many" | "unknown"; details: string };

export function isTrouble(value: object): value is Trouble {
  return "trouble" in value;
}

/** A template with its values in, in the names the tool's parameters have here. */
export function callOf(bound: BoundTool, template: JsonObject, values: ReadonlyMap<string, Json>): JsonObject {
  const args: JsonObject = {};
  for (const [param, value] of Object.entries(fillTemplate(template, values))) {
    const name = bound.params.get(param) ?? param;
    if (bound.known.has(name)) args[name] = value;
  }
  return args;
}

/** Reads by a tool of the pack and answers with what stands at a dotted path of the result. */
export async function readAt(
  office: Office,
  alias: string,
  call: { args: JsonObject; items: string },
): Promise<Json | Trouble> {
  const bound = office.tools.get(alias);
  if (bound === undefined) return { trouble: "unavailable", details: alias };
  const answer = await office.lookups.read(bound.tool, call.args);
  if (!answer.ok) return { trouble: "unavailable", details: `${bound.tool}: ${answer.message}` };
  return valueAt(answer.output, call.items);
}

/** What stands at a dotted path. */
export function valueAt(output: Json, path: string): Json {
  let value = output;
  for (const key of path.split(".").filter((part) => part !== ""))
    value = isJsonObject(value) ? (value[key] ?? null) : Array.isArray(value) ? (value[Number(key)] ?? null) : null;
  return value;
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
