import { isJsonObject, type Json } from "../../plan/json.ts";
import type { BoundTool } from "../packs/bind-tools.ts";
import type { Pack } from "../packs/pack.ts";
import { fillTemplate } from "../packs/fill-template.ts";
import type { Lookups } from "../actions/lookups.ts";
import type { Doubt, Person, Row } from "./request.ts";

/** What a pack's tools show of its records: every kind that can be listed whole. */
export type World = {
  pack: Pack;
  rows: ReadonlyMap<string, readonly Row[]>;
  people: readonly Person[];
};

export type WorldParts = { pack: Pack; tools: ReadonlyMap<string, BoundTool>; lookups: Lookups };

/** A list with as many rows as this is taken to have more that it does not show. */
const mostRows = 500;

/**
 * Lists the kinds that a tool shows whole. Undefined where the pack has none: a search that answers with a few rows only cannot
 * say which names there are.
 */
export async function openWorld(parts: WorldParts): Promise<World | Doubt | undefined> {
  const { pack } = parts;
  const kinds = Object.entries(pack.records);
  const isWhole = kinds.length > 0 && kinds.every(([, { search }]) => search.limit === undefined);
  if (!isWhole || pack.people === undefined || JSON.stringify(pack.people.args).includes("{name}")) return undefined;
  const rows = new Map<string, readonly Row[]>();
  for (const [kind, { search }] of kinds) {
    const listed = await listAt(parts, search.tool, search);
    if (listed === undefined) continue;
    if ("doubt" in listed) return listed;
    if (listed.length >= mostRows) return undefined;
    rows.set(kind, listed);
  }
  const { tool, items, args, id = "id", name = "name" } = pack.people;
  const people = await listAt(parts, tool, { items, args, inside: undefined });
  if (people === undefined) return undefined;
  if ("doubt" in people) return people;
  return { pack, rows, people: people.map((row) => personOf(row, { id, name })) };
}

type Listing = { items: string; args: Row; inside?: string | undefined };

async function listAt(
  { pack, tools, lookups }: WorldParts,
  alias: string,
  { items, args, inside }: Listing,
): Promise<Row[] | Extract<Doubt, { doubt: "unavailable" }> | undefined> {
  const bound = tools.get(alias);
  if (bound === undefined) return undefined;
  const answer = await lookups.read(bound.tool, argsOf(bound, args, settingsOf(pack)));
  if (!answer.ok) return { doubt: "unavailable", details: answer.message };
  const rows = valueAt(answer.output, items);
  return Array.isArray(rows) ? rows.filter(isJsonObject).map((row) => flat(row, inside)) : [];
}

function flat(row: Row, inside: string | undefined): Row {
  const fields = inside === undefined ? undefined : row[inside];
  return isJsonObject(fields) ? { ...row, ...fields } : row;
}

function personOf(row: Row, { id, name }: { id: string; name: string }): Person {
  const email = row["email"];
  return { id: textOf(row[id]), name: textOf(row[name]), ...(typeof email === "string" && { email }) };
}

/** A template with its values in, in the names the tool's parameters have here. */
export function argsOf(bound: BoundTool, template: Row, values: ReadonlyMap<string, Json>): Row {
  const args: Row = {};
  for (const [param, value] of Object.entries(fillTemplate(template, values))) {
    const name = bound.params.get(param) ?? param;
    if (bound.known.has(name)) args[name] = value;
  }
  return args;
}

export function settingsOf({ settings }: Pack): Map<string, Json> {
  return new Map(Object.entries(settings).map(([name, value]) => [`settings.${name}`, value]));
}

/** What stands at a dotted path. */
function valueAt(output: Json, path: string): Json {
  let value = output;
  for (const key of path.split(".").filter((part) => part !== ""))
    value = isJsonObject(value) ? (value[key] ?? null) : Array.isArray(value) ? (value[Number(key)] ?? null) : null;
  return value;
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
