import { localInstant } from "../../../language/zone.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import type { BoundTool } from "../../packs/bind-tools.ts";
import type { Pack } from "../../packs/pack.ts";
import type { PackRecord } from "../../packs/records.ts";
import type { Lookups } from "../../actions/lookups.ts";
import { fillTemplate } from "../../packs/fill-template.ts";
import type { Doubt, Row, Test } from "../requests/request.ts";

/** A pack with its tools as this toolbox has them, the way to read, and the zone in which moments are compared. */
export type Source = { pack: Pack; tools: ReadonlyMap<string, BoundTool>; lookups: Lookups; zone: string };

/** Why rows could not be read. */
export type UnreadDoubt = Extract<Doubt, { doubt: "unavailable" | "many" }>;

export function isUnread(value: object): value is UnreadDoubt {
  return "doubt" in value;
}

/** A list with as many rows as this is taken to have more that it does not show. */
const mostRows = 500;

const dayMs = 86_400_000;

/**
 * Rows that may pass the tests: the search narrows by what it has parameters for, and is parted where it does not show everything.
 * Whoever calls tests the rows. Cost: at most the lookups of one planning.
 */
export async function findRows(source: Source, kind: string, tests: readonly Test[]): Promise<Row[] | UnreadDoubt> {
  const record = source.pack.records[kind];
  if (record === undefined) return { doubt: "unavailable", details: kind };
  return search({ source, record, kind }, tests, record.search.split);
}

type SearchSite = { source: Source; record: PackRecord; kind: string };

async function search(
  site: SearchSite,
  tests: readonly Test[],
  split: readonly string[],
): Promise<Row[] | UnreadDoubt> {
  const { source, record, kind } = site;
  const { tool, items, limit = mostRows, inside } = record.search;
  const narrowed = narrowing(site, tests);
  // Without a filter a search that shows a few rows says nothing; its parts do.
  if (Object.keys(narrowed).length === 0 && record.fields[split[0] ?? ""]?.type === "option")
    return searchParts(site, { tests, split, seen: [] });
  const bound = source.tools.get(tool);
  if (bound === undefined) return { doubt: "unavailable", details: tool };
  const own = argsOf(bound, record.search.args, settingsOf(source.pack));
  const answer = await source.lookups.read(bound.tool, { ...own, ...narrowed });
  if (!answer.ok) return { doubt: "unavailable", details: answer.message };
  const listed = valueAt(answer.output, items);
  const rows = Array.isArray(listed) ? listed.filter(isJsonObject).map((row) => localRow(flat(row, inside), site)) : [];
  if (rows.length < limit) return rows;
  return split.length === 0 ? { doubt: "many", kind } : searchParts(site, { tests, split, seen: rows });
}

type SplitSearch = { tests: readonly Test[]; split: readonly string[]; seen: readonly Row[] };

async function searchParts(site: SearchSite, { tests, split, seen }: SplitSearch): Promise<Row[] | UnreadDoubt> {
  const [field = "", ...rest] = split;
  const parts = partsOf(site, { field, tests, seen });
  if (parts === undefined)
    return rest.length === 0 ? { doubt: "many", kind: site.kind } : searchParts(site, { tests, split: rest, seen });
  const all = new Map<string, Row>();
  for (const part of parts) {
    const again = part.op === "between";
    const rows = await search(site, [...tests, part], again ? split : rest);
    if (isUnread(rows)) return rows;
    for (const row of rows) all.set(textOf(row[site.record.id]), row);
  }
  return [...all.values()];
}

/** How a search is parted by a field: an option by its values, a date at the middle of what was seen. */
function partsOf(
  { source, record }: SearchSite,
  { field, tests, seen }: { field: string; tests: readonly Test[]; seen: readonly Row[] },
): Test[] | undefined {
  const { type, entity } = record.fields[field] ?? {};
  if (type === "option") {
    if (tests.some((test) => test.field === field && test.op === "is" && test.values.length === 1)) return undefined;
    const values = source.pack.entities[entity ?? field]?.values ?? [];
    return values.map(({ is, says }) => ({ field, op: "is", values: [is ?? says[0] ?? ""] }));
  }
  const times = seen.flatMap((row) => localMs(textOf(row[field])) ?? []).toSorted((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)];
  if (middle === undefined) return undefined;
  const grain = record.search.grain === "day" || type === "date" ? dayMs : 1000;
  const first = Math.floor((times[0] ?? 0) / grain);
  const cut = (Math.floor(middle / grain) + Number(Math.floor(middle / grain) === first)) * grain;
  const [low, high] = boundsOf(tests, field);
  // A part that is no smaller than the whole would be asked for ever.
  if ((low !== undefined && low >= cut) || (high !== undefined && high < cut)) return undefined;
  return [
    { field, op: "between", high: localText(cut - grain, type) },
    { field, op: "between", low: localText(cut, type) },
  ];
}

/** The first and the last moment that the tests leave of a field. */
function boundsOf(tests: readonly Test[], field: string): [low: number | undefined, high: number | undefined] {
  const own = tests.flatMap((test) => (test.op === "between" && test.field === field ? [test] : []));
  const lows = own.flatMap(({ low }) => (typeof low === "string" ? (localMs(low) ?? []) : []));
  const highs = own.flatMap(({ high }) =>
    typeof high === "string" ? (localMs(high.length === 10 ? `${high} 23:59:59` : high) ?? []) : [],
  );
  return [lows.length > 0 ? Math.max(...lows) : undefined, highs.length > 0 ? Math.min(...highs) : undefined];
}

/** What of the tests the search itself can do. */
function narrowing({ source, record }: SearchSite, tests: readonly Test[]): JsonObject {
  const { tool, by, from, to } = record.search;
  const bound = source.tools.get(tool);
  const filled: JsonObject = {};
  const put = (template: JsonObject | undefined, value: Json): void => {
    if (template === undefined || bound === undefined) return;
    for (const [param, one] of Object.entries(argsOf(bound, template, new Map([["value", value]]))))
      filled[param] ??= one;
  };
  for (const test of tests) {
    if (test.op === "is" && test.values.length === 1 && test.values[0] !== undefined)
      put(by[test.field], test.values[0]);
    if (test.op === "has") put(by[test.field], test.text);
  }
  for (const field of new Set(tests.map((test) => test.field))) {
    const type = record.search.grain === "day" ? "date" : record.fields[field]?.type;
    const [low, high] = boundsOf(tests, field);
    if (low !== undefined) put(from[field], localText(low, type));
    if (high !== undefined) put(to[field], localText(high, type));
  }
  return filled;
}

/** A local time as milliseconds, as if the zone were UTC. */
export function localMs(text: string): number | undefined {
  const [, day, time = "00:00", seconds = "00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?/.exec(text.trim()) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time}:${seconds}Z`);
  return Number.isNaN(at) ? undefined : at;
}

export function localText(at: number, type: string | undefined): string {
  const text = new Date(at).toISOString();
  return type === "date" ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

function flat(row: Row, inside: string | undefined): Row {
  const fields = inside === undefined ? undefined : row[inside];
  return isJsonObject(fields) ? { ...row, ...fields } : row;
}

/** The row with its instants as the clock of the zone shows them, so that days and hours can be compared as text. */
function localRow(row: Row, { record, source }: SearchSite): Row {
  const instants = Object.keys(record.fields).flatMap((field) => {
    const text = record.fields[field]?.type === "moment" ? textOf(row[field]) : "";
    return hasOffset.test(text) ? [[field, localInstant(text, source.zone)] as const] : [];
  });
  return instants.length === 0 ? row : { ...row, ...Object.fromEntries(instants) };
}

const hasOffset = /T.*(?:Z|[+-]\d{2}:?\d{2})$/;

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
export function valueAt(output: Json, path: string): Json {
  let value = output;
  for (const key of path.split(".").filter((part) => part !== ""))
    value = isJsonObject(value) ? (value[key] ?? null) : Array.isArray(value) ? (value[Number(key)] ?? null) : null;
  return value;
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
