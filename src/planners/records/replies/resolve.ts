import { compact } from "../../../plan/compact.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import { fillText } from "../../packs/fill-template.ts";
import type { BoundTool } from "../../packs/bind-tools.ts";
import type { PackRecord } from "../../packs/records.ts";
import { spoken } from "../../packs/spoken.ts";
import type { Speech } from "../../speech.ts";
import { read } from "../../../language/reading.ts";
import { changeOf } from "../requests/build-change.ts";
import { itemize } from "../items/itemize.ts";
import { type Change, type Doubt, isDoubt, type Request, type Row, type Value } from "../requests/request.ts";
import type { ReadingContext } from "../requests/context.ts";
import { measureOf } from "../world/figures.ts";
import { labelOf, nounOf } from "./labels.ts";
import { scaledAmount } from "../requests/amounts.ts";
import { addedTo, endOf, momentOf, shiftedValue } from "../requests/moments.ts";
import { rowsOf, tiedRows } from "../sets/tests.ts";
import { argsOf, settingsOf, textOf } from "../world/find-rows.ts";

/** One call that changes something, with what a person needs to check it. */
export type Write = {
  alias: string;
  tool: string;
  args: JsonObject;
  /** Undefined: it may be done again another time. */
  scope?: string;
  kind: string;
  done: "change" | "remove" | "create" | "operate";
  row?: Row;
  /** Labels of fields and values: "stage", "Negotiation", "Paused". */
  shown: { field: string; before: string; after: string }[];
  preview?: string;
};

/** What requests come to. `same`: records that already are as they were to become. */
export type Resolution = {
  writes: Write[];
  doubts: Doubt[];
  same: { kind: string; row: Row }[];
  /** Amounts that change by more than ten times. */
  leaps: { row: Row; kind: string; before: number; after: number }[];
  found: { request: Request; rows: Row[] }[];
};

export type Resolver = {
  context: ReadingContext;
  tools: ReadonlyMap<string, BoundTool>;
  speech: Speech;
  chosen: (said: string) => string | undefined;
};

/** Expands requests to single calls over the records as they are. Nothing is written. */
export function resolve(requests: readonly Request[], resolving: Resolver): Resolution {
  const out: Resolution = { writes: [], doubts: [], same: [], leaps: [], found: [] };
  for (const request of requests) {
    if (request.do === "create") create(request, resolving, out);
    else if (request.do === "plot") plot(request, resolving, out);
    else onRecords(request, resolving, out);
  }
  return out;
}

/** A drawing of one measure. */
function plot(
  { measured, days, form }: Extract<Request, { do: "plot" }>,
  { context: { world }, tools }: Resolver,
  out: Resolution,
): void {
  const measure = measureOf(measured, days, world);
  const values = new Map<string, Json>(Object.entries({ measure: measure ?? "", form, ...days }));
  const call = measure === undefined ? undefined : callOf(world.pack.measures?.plot, tools, values);
  if (call === undefined) return void out.doubts.push({ doubt: "impossible", said: form });
  const preview = `${form}: ${measure}, ${days.from} – ${days.to}`;
  out.writes.push({ ...call, kind: "", done: "create", shown: [], preview });
}

type OnRecords = Exclude<Request, { do: "create" | "plot" }>;

function onRecords(given: OnRecords, resolving: Resolver, out: Resolution): void {
  let request = given;
  const { context, chosen } = resolving;
  const { set } = request;
  const record = context.world.pack.records[set.kind];
  if (record === undefined) return;
  const isOpen = set.tests.length === 0 && !set.all;
  if (isOpen) {
    out.doubts.push({ doubt: "which", said: set.said });
    if (request.do === "change")
      out.doubts.push(...request.missing.map((field): Doubt => ({ doubt: "field", kind: set.kind, field })));
    return;
  }
  const found = rowsOf(set, context.world);
  const id = set.all ? undefined : chosen(set.said);
  const picked = id === undefined ? undefined : found.find((row) => textOf(row[record.id]) === id);
  const rows = picked === undefined ? found : [picked];
  if (request.do === "ask") {
    const single = request.ask.of === "field" || request.ask.of === "whether";
    if (rows.length === 0 && !set.all) return void out.doubts.push({ doubt: "none", set });
    if (single && !set.all && rows.length > 10) return void out.doubts.push({ doubt: "several", set, rows });
    return void out.found.push({ request, rows });
  }
  if (rows.length === 0) return void out.doubts.push({ doubt: "none", set });
  if (rows.length > 1 && !set.all && set.pick === undefined)
    return void out.doubts.push({ doubt: "several", set, rows });
  const tied = tiedRows(set, context.world);
  if (tied.length > 0) return void out.doubts.push({ doubt: "several", set, rows: tied });
  if (request.do === "change") {
    const open = request.missing.filter((field) => context.answers[`field:${field}`] === undefined);
    if (open.length > 0)
      return void out.doubts.push(...open.map((field): Doubt => ({ doubt: "field", kind: set.kind, field })));
    request = {
      ...request,
      changes: [...request.changes, ...answered(request.missing, { record, kind: set.kind }, context)],
    };
  }
  out.found.push({ request, rows });
  for (const row of rows) onRow(request, { row, record }, { resolving, out });
}

/** Values that were asked for, as they were answered. */
function answered(
  missing: readonly string[],
  { record, kind }: { record: PackRecord; kind: string },
  context: ReadingContext,
): Change[] {
  const { answers, world } = context;
  return missing.flatMap((field): Change[] => {
    const said = answers[`field:${field}`];
    if (said === undefined) return [];
    const { type, entity } = record.fields[field] ?? {};
    const option =
      type === "option"
        ? world.pack.entities[entity ?? field]?.values.find(({ is }) => textOf(is) === said)
        : undefined;
    if (option?.is !== undefined) return [{ field, value: { is: "json", value: option.is, shown: said } }];
    const person = type === "person" ? world.people.filter(({ id }) => id === said) : [];
    if (person.length > 0) return [{ field, value: { is: "person", people: person, said } }];
    if (type === "text") return [{ field, value: { is: "json", value: said, shown: said } }];
    const items = itemize(read(said, { now: context.now, zone: context.zone }), world);
    for (const item of items) {
      const change = changeOf(item, { place: { parts: [], kind, record }, near: field, context });
      if (change !== undefined && !isDoubt(change) && change.field === field) return [change];
    }
    return [];
  });
}

type RecordRow = { row: Row; record: PackRecord };

function onRow(
  request: Exclude<OnRecords, { do: "ask" }>,
  { row, record }: RecordRow,
  { resolving, out }: { resolving: Resolver; out: Resolution },
): void {
  const { context, tools, speech } = resolving;
  const { kind } = request.set;
  const { pack } = context.world;
  const values = new Map<string, Json>([
    ...settingsOf(pack),
    ["id", row[record.id] ?? null],
    ["name", row[record.name] ?? null],
  ]);
  const base = { kind, row, shown: [] };
  if (request.do === "remove") {
    const call = callOf(record.remove, tools, values);
    if (call === undefined) return void out.doubts.push({ doubt: "impossible", said: request.set.said });
    return void out.writes.push({
      ...base,
      ...call,
      done: "remove",
      scope: call.scope ?? `${kind}:remove:${textOf(row[record.id])}`,
    });
  }
  if (request.do === "operate") {
    const operation = record.operations[request.operation];
    if (request.text !== undefined) values.set("text", request.text);
    if (request.person !== undefined) values.set("person", request.person);
    const rows = operation?.each === undefined ? [undefined] : (pack.lists[operation.each] ?? []);
    for (const item of rows) {
      const each = new Map(values);
      for (const [key, value] of Object.entries(item ?? {})) each.set(`item.${key}`, spoken(value, speech));
      const call = callOf(operation, tools, spokenSettings(each, speech));
      if (call === undefined) return void out.doubts.push({ doubt: "impossible", said: request.set.said });
      const preview =
        operation?.preview === undefined ? undefined : fillText(textOf(spoken(operation.preview, speech)), each);
      out.writes.push({
        ...base,
        ...call,
        done: "operate",
        ...compact({ preview }),
      });
    }
    return;
  }
  changeRow(request.changes, { row, record, kind }, { resolving, out, values });
}

function spokenSettings(values: ReadonlyMap<string, Json>, speech: Speech): Map<string, Json> {
  return new Map([...values].map(([name, value]) => [name, isJsonObject(value) ? spoken(value, speech) : value]));
}

/** One call for one field, or one for all of them where the tool takes an object of values. */
function changeRow(
  changes: readonly Change[],
  { row, record, kind }: RecordRow & { kind: string },
  { resolving, out, values }: { resolving: Resolver; out: Resolution; values: Map<string, Json> },
): void {
  const { context, tools, speech } = resolving;
  const made: { field: string; value: Json; shown: string }[] = [];
  for (const { field, value } of changes) {
    const known = scaledAmount(valueOf(value, { row, field, record }, resolving), value, {
      before: row[field],
      context,
    });
    if (isDoubt(known)) return void out.doubts.push(known);
    if (known === undefined) return void out.doubts.push({ doubt: "field", kind, field });
    if (!isSame(row[field], known))
      made.push({ field, value: known, shown: shownOf(value, { known, field, record }, resolving) });
  }
  if (made.length === 0) return void out.same.push({ kind, row });
  const merged = new Map<string, JsonObject>();
  for (const one of made) {
    const before = row[one.field];
    if (
      typeof before === "number" &&
      typeof one.value === "number" &&
      before > 0 &&
      (one.value >= before * 10 || one.value * 10 <= before)
    )
      out.leaps.push({ kind, row, before, after: one.value });
    const call = callOf(record.change, tools, new Map([...values, ["field", one.field], ["value", one.value]]));
    // A tool without a parameter for the field would change nothing.
    if (call === undefined || !JSON.stringify(call.args).includes(JSON.stringify(one.value)))
      return void out.doubts.push({
        doubt: "impossible",
        said: `${textOf(row[record.name])}, ${nounOf(record.fields[one.field] ?? record, speech)}`,
      });
    const earlier = merged.get(call.tool);
    const known = earlier !== undefined && canMerge(earlier, call.args) ? earlier : undefined;
    merged.set(call.tool, known === undefined ? call.args : mergeArgs(known, call.args));
    if (known === undefined)
      out.writes.push({
        kind,
        row,
        done: "change",
        ...call,
        scope: call.scope ?? `${kind}:change:${textOf(row[record.id])}:${one.field}:${textOf(one.value)}`,
        shown: [],
      });
    const write = out.writes.at(-1);
    if (write === undefined) continue;
    write.args = merged.get(call.tool) ?? call.args;
    if (known !== undefined) write.scope = `${write.scope}:${one.field}:${textOf(one.value)}`;
    write.shown.push({
      field: one.field,
      before: labelOf(row[one.field], { field: one.field, record }, { context, speech }),
      after: one.shown || "—",
    });
  }
}

/** A tool that takes the name of one field takes one field a call. */
function canMerge(a: JsonObject, b: JsonObject): boolean {
  return Object.entries(b).every(([key, value]) => {
    const known = a[key];
    return known === undefined || isJsonObject(known) || textOf(known) === textOf(value);
  });
}

function mergeArgs(a: JsonObject, b: JsonObject): JsonObject {
  const merged: JsonObject = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const known = merged[key];
    merged[key] = isJsonObject(known) && isJsonObject(value) ? { ...known, ...value } : value;
  }
  return merged;
}

function isSame(before: Json | undefined, after: Json): boolean {
  return (
    (before ?? null) === after || (before !== undefined && textOf(before).toLowerCase() === textOf(after).toLowerCase())
  );
}

type Call = { alias: string; tool: string; args: JsonObject; scope?: string };

function callOf(
  doing: { tool: string; args: JsonObject; scope?: string | undefined } | undefined,
  tools: Resolver["tools"],
  values: ReadonlyMap<string, Json>,
): Call | undefined {
  const bound = doing === undefined ? undefined : tools.get(doing.tool);
  if (doing === undefined || bound === undefined) return undefined;
  const scope = doing.scope === undefined ? {} : { scope: fillText(doing.scope, values) };
  return { alias: doing.tool, tool: bound.tool, args: argsOf(bound, doing.args, values), ...scope };
}

type Field = { field: string; record: PackRecord };

function valueOf(
  value: Value,
  { row, field, record }: Field & { row: Row },
  { chosen, context }: Resolver,
): Json | Doubt | undefined {
  switch (value.is) {
    case "json":
      return value.value;
    case "day":
      if (record.fields[field]?.type !== "moment") return value.day;
      if (value.time === undefined && textOf(row[field]).length > 10)
        return `${value.day}${textOf(row[field]).slice(10)}`;
      return value.time === undefined
        ? undefined
        : record.fields[field]?.local
          ? `${value.day} ${value.time}:00`
          : momentOf(value.day, value.time, context);
    case "person": {
      const picked = chosen(value.said);
      const person =
        value.people.find(({ id }) => id === picked) ?? (value.people.length === 1 ? value.people[0] : undefined);
      return person?.id ?? { doubt: "people", said: value.said, people: value.people };
    }
    case "shift":
      return shiftedValue(textOf(row[field]), value, record.fields[field]?.type);
    case "added":
      return addedTo(row[field], value);
    default:
      return value satisfies never;
  }
}

function shownOf(value: Value, { known, ...field }: Field & { known: Json }, { context, speech }: Resolver): string {
  if (value.is === "person") return value.people.find(({ id }) => id === known)?.name ?? value.said;
  return labelOf(known, field, { context, speech });
}

/** A field that the tool cannot do without and nobody said. */
function requiredOf(
  record: PackRecord,
  tools: Resolver["tools"],
  values: ReadonlyMap<string, Json>,
): string | undefined {
  const bound = tools.get(record.create?.tool ?? "");
  return Object.entries(record.create?.args ?? {}).flatMap(([param, template]) => {
    const field = typeof template === "string" ? (/^\{([a-z0-9_]+)\}$/.exec(template)?.[1] ?? "") : "";
    return field !== "" && bound?.required.has(param) === true && !values.has(field) ? [field] : [];
  })[0];
}

function create(request: Extract<Request, { do: "create" }>, resolving: Resolver, out: Resolution): void {
  const { context, tools, speech } = resolving;
  const { kind, changes, missing } = request;
  const record = context.world.pack.records[kind];
  if (record === undefined) return;
  if (missing.length > 0)
    return void out.doubts.push(...missing.map((field): Doubt => ({ doubt: "field", kind, field })));
  const values = new Map<string, Json>(settingsOf(context.world.pack));
  for (const [name, { default: standard }] of Object.entries(record.fields))
    if (standard !== undefined) values.set(name, standard);
  const shown: Write["shown"] = [];
  // How long it lasts is counted from when it starts.
  const isEnd = ({ field }: Change): boolean => field === record.ends?.field;
  for (const { field, value } of changes.toSorted((a, b) => Number(isEnd(a)) - Number(isEnd(b)))) {
    const row = field === record.ends?.field ? { [field]: values.get(record.when ?? "") ?? null } : {};
    const known = valueOf(value, { row, field, record }, resolving);
    if (isDoubt(known)) return void out.doubts.push(known);
    if (known === undefined) return void out.doubts.push({ doubt: "field", kind, field });
    values.set(field, known);
    shown.push({ field, before: "", after: shownOf(value, { known, field, record }, { ...resolving, speech }) });
  }
  const ends =
    record.ends === undefined || record.when === undefined
      ? undefined
      : endOf(values.get(record.when), record.ends.minutes);
  if (record.ends !== undefined && ends !== undefined && !values.has(record.ends.field))
    values.set(record.ends.field, ends);
  const open = requiredOf(record, tools, values);
  for (const { field, value } of open === undefined ? [] : answered([open], { record, kind }, context)) {
    const known = valueOf(value, { row: {}, field, record }, resolving);
    if (known !== undefined && !(typeof known === "object" && known !== null && "doubt" in known))
      values.set(field, known);
  }
  const needed = requiredOf(record, tools, values);
  if (needed !== undefined) return void out.doubts.push({ doubt: "field", kind, field: needed });
  const call = callOf(record.create, tools, values);
  if (call === undefined) return void out.doubts.push({ doubt: "impossible", said: request.said });
  const named = textOf(values.get(record.name));
  // Meetings and letters of the same name are common, and who says "new" knows of the other.
  const isTimed = record.fields[record.when ?? ""]?.type === "moment";
  const exists =
    !isTimed &&
    request.isNew !== true &&
    (context.world.rows.get(kind) ?? []).some((row) => named !== "" && isSame(row[record.name], named));
  if (exists && context.answers[`exists:${named}`] !== "yes")
    return void out.doubts.push({ doubt: "exists", kind, name: named });
  out.writes.push({ ...call, kind, done: "create", shown });
}
