import type { Json, JsonObject } from "../../../plan/json.ts";
import { fillText } from "../../packs/fill-template.ts";
import type { PackRecord } from "../../packs/records.ts";
import { dayMs, dayOf, minuteMs, moved, readLocal, writeDate, writeMoment } from "../words/when.ts";
import { missingFields } from "../requests/read-create.ts";
import type { Action, Block, Choice, Condition, FieldValue, Whom } from "../requests/request.ts";
import { figuresHold, compares, measuresOf } from "./figures.ts";
import { findRecords, settingsOf } from "./find-records.ts";
import { freeSlot } from "./free-slot.ts";
import { callOf, isTrouble, type Office, type Row, textOf, type Trouble } from "./office.ts";

/** One call that changes something, before it is shown to anybody. */
export type Write = {
  alias: string;
  tool: string;
  args: JsonObject;
  deed: string;
  kind?: string;
  id?: string;
  row?: Row;
  field?: string;
  value?: Json;
  /** The value as people say it, where it is an id. */
  shown?: string;
  scope?: string;
};

/** What stands in the way: nothing found, several found, something not said. */
export type Doubt =
  | { doubt: "none"; choice: Choice }
  | { doubt: "several"; choice: Choice; rows: readonly Row[] }
  | { doubt: "people"; whom: Extract<Whom, { is: "person" }> }
  | { doubt: "missing"; kind: string; fields: readonly string[] }
  | Trouble;

/** What a request comes to. `same`: records that already are as they were to become. */
export type Outcome = {
  writes: Write[];
  doubts: Doubt[];
  same: { kind: string; row: Row; field: string; value: Json }[];
  found: { kind: string; row: Row }[];
};

/** Evaluates conditions by reading and expands actions to single writes. Nothing is written. */
export async function carryOut(office: Office, blocks: readonly Block[]): Promise<Outcome> {
  const outcome: Outcome = { writes: [], doubts: [], same: [], found: [] };
  for (const { condition, does, otherwise } of blocks) {
    const holds = condition === undefined ? true : await conditionHolds(office, condition);
    if (typeof holds === "object") outcome.doubts.push(holds);
    else for (const action of holds ? does : otherwise) await act(office, action, outcome);
  }
  return outcome;
}

async function conditionHolds(office: Office, condition: Condition): Promise<boolean | Trouble> {
  if (condition.is === "not") {
    const holds = await conditionHolds(office, condition.condition);
    return typeof holds === "object" ? holds : !holds;
  }
  if (condition.is !== "count") return figuresHold(office, condition);
  const rows = await findRecords(office, condition.choice);
  if (isTrouble(rows)) return rows;
  return compares(rows.length, condition.compare) !== condition.not;
}

async function act(office: Office, action: Action, outcome: Outcome): Promise<void> {
  switch (action.do) {
    case "create":
      return create(office, action, outcome);
    case "plot":
      return plot(office, action, outcome);
    case "find":
    case "remove":
    case "change":
    case "shift":
    case "operate":
      return onRecords(office, action, outcome);
    default:
      return action satisfies never;
  }
}

type OnRecords = Extract<Action, { choice: Choice }>;

async function onRecords(office: Office, action: OnRecords, outcome: Outcome): Promise<void> {
  const { choice } = action;
  const found = await findRecords(office, choice);
  if (isTrouble(found)) return void outcome.doubts.push(found);
  const rows = choice.many ? found : chosenOf(office, choice, found);
  if (rows.length === 0 && !choice.many) return void outcome.doubts.push({ doubt: "none", choice });
  if (rows.length > 1 && !choice.many && choice.pick === undefined)
    return void outcome.doubts.push({ doubt: "several", choice, rows });
  for (const row of rows) {
    outcome.found.push({ kind: choice.kind, row });
    if (action.do !== "find") await onRecord(office, action, { row, outcome });
  }
}

/** The row a person picked, where they have picked one. */
function chosenOf(office: Office, choice: Choice, rows: Row[]): Row[] {
  const id = office.chosen?.(choice.name ?? choice.said);
  const field = office.pack.records[choice.kind]?.id ?? "";
  const picked = id === undefined ? undefined : rows.find((row) => textOf(row[field]) === id);
  return picked === undefined ? rows : [picked];
}

async function onRecord(
  office: Office,
  action: Exclude<OnRecords, { do: "find" }>,
  { row, outcome }: { row: Row; outcome: Outcome },
): Promise<void> {
  const { kind } = action.choice;
  const record = office.pack.records[kind];
  if (record === undefined) return;
  const values = new Map<string, Json>([...settingsOf(office), ["id", row[record.id] ?? null]]);
  const site = { kind, record, row, values };
  if (action.do === "remove") return add(office, { ...site, doing: record.remove, deed: "remove" }, outcome);
  if (action.do === "operate") {
    const whom = action.whom === undefined ? undefined : await personIn(office, action.whom, outcome);
    if (action.whom !== undefined && whom === undefined) return;
    if (whom !== undefined) values.set("person", whom);
    if (action.text !== undefined) values.set("text", action.text);
    return add(office, { ...site, doing: record.operations[action.operation], deed: action.operation }, outcome);
  }
  const value =
    action.do === "shift"
      ? shifted(record, row, action)
      : await valueOf(office, { kind, field: action.field, value: action.value, row }, outcome);
  if (value === undefined) return;
  if (textOf(row[action.field]).toLowerCase() === textOf(value).toLowerCase())
    return void outcome.same.push({ kind, row, field: action.field, value });
  values.set("field", action.field).set("value", value);
  return add(
    office,
    { ...site, doing: record.change, deed: "change", field: action.field, value, shown: shownIn(action) },
    outcome,
  );
}

function shownIn(action: Extract<Action, { do: "change" | "shift" }>): string | undefined {
  if (action.do === "shift" || action.value.is !== "whom" || action.value.whom.is !== "person") return undefined;
  return action.value.whom.people[0]?.name;
}

type Site = {
  kind: string;
  record: PackRecord;
  row: Row;
  values: ReadonlyMap<string, Json>;
  doing: { tool: string; args: JsonObject; scope?: string | undefined } | undefined;
  deed: string;
  field?: string;
  value?: Json;
  shown?: string | undefined;
};

function add(
  office: Office,
  { kind, record, row, values, doing, deed, field, value, shown }: Site,
  outcome: Outcome,
): void {
  const bound = doing === undefined ? undefined : office.tools.get(doing.tool);
  if (doing === undefined || bound === undefined)
    return void outcome.doubts.push({ trouble: "impossible", details: `${kind}: ${deed}` });
  const args = callOf(bound, doing.args, values);
  outcome.writes.push({
    alias: doing.tool,
    tool: bound.tool,
    args,
    deed,
    kind,
    id: textOf(row[record.id]),
    row,
    ...(field !== undefined && { field }),
    ...(value !== undefined && { value }),
    ...(shown !== undefined && { shown }),
    ...(doing.scope !== undefined && { scope: fillText(doing.scope, values) }),
  });
}

function shifted(
  record: PackRecord,
  row: Row,
  { field, count, unit }: Extract<Action, { do: "shift" }>,
): string | undefined {
  if (record.fields[field]?.type === "minutes") {
    const minutes = Number(textOf(row[field])) + moved(0, count, unit) / minuteMs;
    return minutes > 0 ? String(minutes) : undefined;
  }
  const at = readLocal(textOf(row[field]));
  if (at === undefined) return undefined;
  return record.fields[field]?.type === "date"
    ? writeDate(moved(at, count, unit))
    : writeMoment(moved(at, count, unit));
}

async function personIn(office: Office, whom: Whom, outcome: Outcome): Promise<string | undefined> {
  if (whom.is === "person") {
    const picked = office.chosen?.(whom.said);
    const known =
      whom.people.find(({ id }) => id === picked) ?? (whom.people.length === 1 ? whom.people[0] : undefined);
    if (known !== undefined) return known.id;
    outcome.doubts.push({ doubt: "people", whom });
    return undefined;
  }
  if (whom.is === "of") await act(office, { do: "find", choice: whom.choice }, outcome);
  if (outcome.doubts.length > 0) return undefined;
  const found = outcome.found.at(-1);
  const record = found === undefined ? undefined : office.pack.records[found.kind];
  const field = whom.field !== undefined && record?.fields[whom.field] !== undefined ? whom.field : record?.who;
  const id = found === undefined || field === undefined ? "" : textOf(found.row[field]);
  if (id !== "") return id;
  outcome.doubts.push({ trouble: "unknown", details: "person" });
  return undefined;
}

type Valued = { kind: string; field: string; value: FieldValue; minutes?: number; row?: Row };

async function valueOf(
  office: Office,
  { kind, field, value, minutes = 30, row = {} }: Valued,
  outcome: Outcome,
): Promise<Json | undefined> {
  const type = office.pack.records[kind]?.fields[field]?.type;
  switch (value.is) {
    case "value":
      return typeof value.value === "number" ? String(value.value) : value.value;
    case "whom":
      return personIn(office, value.whom, outcome);
    case "copied": {
      const copied = textOf(outcome.found.at(-1)?.row[value.field]);
      if (copied === "") outcome.doubts.push({ doubt: "missing", kind, fields: [field] });
      return copied === "" ? undefined : copied;
    }
    case "clock":
    case "day": {
      const was = readLocal(textOf(row[field]));
      if (was === undefined) return undefined;
      return writeMoment(value.is === "clock" ? dayOf(was) + value.minutes * minuteMs : value.at + (was % dayMs));
    }
    case "moment": {
      if (type === "date") return writeDate(value.at);
      if (!value.dateOnly) return writeMoment(value.at);
      outcome.doubts.push({ doubt: "missing", kind, fields: [field] });
      return undefined;
    }
    case "slot": {
      const slot = await freeSlot(office, kind, { period: value.period, minutes });
      if (typeof slot !== "object") return writeMoment(slot);
      outcome.doubts.push(slot);
      return undefined;
    }
    default:
      return value satisfies never;
  }
}

async function create(
  office: Office,
  { kind, values: spoken }: Extract<Action, { do: "create" }>,
  outcome: Outcome,
): Promise<void> {
  const record = office.pack.records[kind];
  const bound = record?.create === undefined ? undefined : office.tools.get(record.create.tool);
  if (record?.create === undefined || bound === undefined)
    return void outcome.doubts.push({ trouble: "unavailable", details: kind });
  const said = { ...spoken };
  for (const field of missingFields(record, said, bound.required)) {
    const told = office.told?.(kind, field);
    if (told !== undefined) said[field] = told;
  }
  const missing = missingFields(record, said, bound.required);
  if (missing.length > 0) return void outcome.doubts.push({ doubt: "missing", kind, fields: missing });
  const values = new Map<string, Json>(settingsOf(office));
  for (const [name, { default: standard }] of Object.entries(record.fields))
    if (standard !== undefined) values.set(name, standard);
  const length = Object.entries(record.fields).find(([, { type }]) => type === "minutes")?.[0] ?? "";
  const lasting = said[length];
  const minutes = lasting?.is === "value" ? Number(lasting.value) : 30;
  // Whom it is for is found first: other values may be taken from there.
  const order = Object.entries(said).toSorted(([, a], [, b]) => Number(b.is === "whom") - Number(a.is === "whom"));
  for (const [field, value] of order) {
    const known = await valueOf(office, { kind, field, value, minutes }, outcome);
    if (known === undefined) return;
    values.set(field, known);
  }
  const args = callOf(bound, record.create.args, values);
  outcome.writes.push({ alias: record.create.tool, tool: bound.tool, args, deed: "create", kind });
}

async function plot(
  office: Office,
  { measured, period, form }: Extract<Action, { do: "plot" }>,
  outcome: Outcome,
): Promise<void> {
  const drawing = office.pack.measures?.plot;
  const bound = drawing === undefined ? undefined : office.tools.get(drawing.tool);
  if (drawing === undefined || bound === undefined)
    return void outcome.doubts.push({ trouble: "unavailable", details: "plot" });
  const ids = await measuresOf(office, measured, period);
  if ("trouble" in ids) return void outcome.doubts.push(ids);
  for (const measure of ids) {
    const values = new Map<string, Json>([
      ["measure", measure],
      ["form", form],
      ["from", writeDate(period.from)],
      ["to", writeDate(period.to - dayMs)],
    ]);
    outcome.writes.push({
      alias: drawing.tool,
      tool: bound.tool,
      args: callOf(bound, drawing.args, values),
      deed: "plot",
    });
  }
}
