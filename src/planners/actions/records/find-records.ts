import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import type { PackRecord } from "../../packs/records.ts";
import { type Choice, shortName, type Test } from "../requests/request.ts";
import { dayMs, dayOf, readLocal, writeDate, writeMoment } from "../words/when.ts";
import { callOf, isTrouble, type Office, readAt, type Row, textOf, type Trouble } from "./office.ts";
import { passes } from "./test-row.ts";

/** The records a choice means, in the order of their time; the tools narrow the search, the tests decide. */
export async function findRecords(office: Office, choice: Choice): Promise<Row[] | Trouble> {
  const record = office.pack.records[choice.kind];
  if (record === undefined) return { trouble: "unknown", details: choice.kind };
  const named: Test[] = choice.name === undefined ? [] : [namedBy(record, choice.name)];
  const tests = [...choice.tests, ...named];
  const rows = await search({ office, record }, tests, record.search.split);
  if (isTrouble(rows)) return rows;
  const found = exactFirst(
    rows.filter((row) => tests.every((test) => passes(row, test))),
    record,
    choice.name,
  );
  const { when } = record;
  const ordered = when === undefined ? found : found.toSorted((a, b) => compare(a[when], b[when]));
  const { pick } = choice;
  if (pick === undefined) return ordered;
  return pick.end === "first" ? ordered.slice(0, pick.count) : ordered.slice(-pick.count);
}

/** By its short name where that is what was said, else by a part of its name. */
function namedBy({ key, name: field }: PackRecord, name: string): Test {
  if (key !== undefined && shortName.test(name)) return { field: key, op: "is", values: [name.toUpperCase()] };
  return { field, op: "has", text: name };
}

function compare(a: Json | undefined, b: Json | undefined): number {
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whoever says a whole name means it. */
function exactFirst(rows: Row[], record: PackRecord, name?: string): Row[] {
  const exact =
    name === undefined ? [] : rows.filter((row) => textOf(row[record.name]).toLowerCase() === name.toLowerCase());
  return exact.length > 0 ? exact : rows;
}

type Place = { office: Office; record: PackRecord };

/** One search, or several where one would not show everything. */
async function search(place: Place, tests: readonly Test[], split: readonly string[]): Promise<Row[] | Trouble> {
  const { office, record } = place;
  const { tool, items, limit } = record.search;
  const args = argsFor(place, tests);
  const bare = Object.keys(args).length === Object.keys(record.search.args).length;
  if (bare && split[0] !== undefined && record.fields[split[0]]?.type === "option")
    return searchParts(place, { tests, split, seen: [] });
  const answer = await readAt(office, tool, { args, items });
  if (typeof answer === "object" && answer !== null && isTrouble(answer)) return answer;
  const rows = Array.isArray(answer) ? answer.filter(isJsonObject).map((row) => flat(row, record.search.inside)) : [];
  if (limit === undefined || rows.length < limit) return rows;
  return split.length === 0 ? { trouble: "too many", details: tool } : searchParts(place, { tests, split, seen: rows });
}

function flat(row: Row, inside: string | undefined): Row {
  const fields = inside === undefined ? undefined : row[inside];
  return isJsonObject(fields) ? { ...row, ...fields } : row;
}

type Parting = { tests: readonly Test[]; split: readonly string[]; seen: readonly Row[] };

async function searchParts(place: Place, { tests, split, seen }: Parting): Promise<Row[] | Trouble> {
  const [field = "", ...rest] = split;
  const parts = partsOf(place, { field, tests, seen });
  if (parts === undefined)
    return rest.length === 0
      ? { trouble: "too many", details: field }
      : searchParts(place, { tests, split: rest, seen });
  const all = new Map<string, Row>();
  for (const { narrowed, again } of parts) {
    const rows = await search(place, narrowed, again ? split : rest);
    if (isTrouble(rows)) return rows;
    for (const row of rows) all.set(textOf(row[place.record.id]), row);
  }
  return [...all.values()];
}

type Part = { narrowed: Test[]; again: boolean };

/** How a search is parted by a field: an option by its values, a date at the middle of what was seen. */
function partsOf(
  { office, record }: Place,
  { field, tests, seen }: { field: string; tests: readonly Test[]; seen: readonly Row[] },
): Part[] | undefined {
  const type = record.fields[field]?.type;
  if (type === "option") {
    if (tests.some((test) => test.field === field && test.op === "is" && test.values.length === 1)) return undefined;
    const values = office.pack.entities[record.fields[field]?.entity ?? field]?.values ?? [];
    return values.map(({ is, says }) => ({
      narrowed: [...tests, { field, op: "is", values: [is ?? says[0] ?? ""] }],
      again: false,
    }));
  }
  const dates = seen.flatMap((row) => readLocal(textOf(row[field])) ?? []).toSorted((a, b) => a - b);
  const [first, middle, last] = [dates[0], dates[Math.floor(dates.length / 2)], dates.at(-1)];
  if (first === undefined || middle === undefined || last === undefined) return undefined;
  const round = record.search.grain === "day" || type === "date" ? dayOf : (at: number): number => at;
  const cut = round(first) === round(middle) ? round(middle) + (round === dayOf ? dayMs : step(type)) : round(middle);
  const [low, high] = [boundOf(tests, field, "from"), boundOf(tests, field, "to")];
  // A part that is no smaller than the whole would be asked for ever.
  if ((low !== undefined && low >= cut) || (high !== undefined && high <= cut)) return undefined;
  return [
    { narrowed: [...tests, { field, op: "to", at: cut }], again: true },
    { narrowed: [...tests, { field, op: "from", at: cut }], again: true },
  ];
}

function step(type: string | undefined): number {
  return type === "date" ? dayMs : 1000;
}

function boundOf(tests: readonly Test[], field: string, op: "from" | "to"): number | undefined {
  const bounds = tests.flatMap((test) => (test.op === op && test.field === field ? [test.at] : []));
  if (bounds.length === 0) return undefined;
  return op === "from" ? Math.max(...bounds) : Math.min(...bounds);
}

/** What of the tests the search itself can do. */
function argsFor({ office, record }: Place, tests: readonly Test[]): JsonObject {
  const { tool, args, by, from, to } = record.search;
  const bound = office.tools.get(tool);
  if (bound === undefined) return args;
  const put = (template: JsonObject | undefined, value: Json, date: string): void => {
    if (template === undefined) return;
    const made = callOf(
      bound,
      template,
      new Map([
        ["value", value],
        ["value.date", date],
      ]),
    );
    for (const [param, one] of Object.entries(made)) filled[param] ??= one;
  };
  const filled: JsonObject = callOf(bound, args, settingsOf(office));
  for (const test of tests) {
    if (test.op === "is" && test.values.length === 1) put(by[test.field], test.values[0] ?? null, "");
    if (test.op === "has") put(by[test.field], test.text, "");
  }
  for (const field of new Set(tests.map((test) => test.field))) {
    const type = record.fields[field]?.type;
    const [low, high] = [boundOf(tests, field, "from"), boundOf(tests, field, "to")];
    if (low !== undefined) put(from[field], written(low, type), writeDate(low));
    if (high !== undefined) put(to[field], written(high - step(type), type), writeDate(high - step(type)));
  }
  return filled;
}

function written(at: number, type: string | undefined): string {
  return type === "date" ? writeDate(at) : writeMoment(at);
}

export function settingsOf({ pack }: Office): Map<string, Json> {
  return new Map(Object.entries(pack.settings).map(([name, value]) => [`settings.${name}`, value]));
}
