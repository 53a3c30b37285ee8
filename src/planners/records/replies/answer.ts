import type { JsonObject } from "../../../plan/json.ts";
import type { Proposal } from "../../actions/proposal.ts";
import type { ReadyPack } from "../../packs/match-packs.ts";
import type { PackRecord } from "../../packs/records.ts";
import { countText, describeSet } from "./describe-set.ts";
import { fieldLabel, labelOf, nounOf } from "./labels.ts";
import type { Request, Row, Test } from "../requests/request.ts";
import type { Resolution, Resolver } from "./resolve.ts";
import { texts } from "./texts.ts";
import { argsOf, settingsOf, textOf } from "../world/world.ts";

/** Questions about several fields of the same records are one. */
export function questionsIn(found: Resolution["found"]): RecordQuestion[] {
  const merged: RecordQuestion[] = [];
  for (const { request, rows } of found) {
    if (request.do !== "ask") continue;
    const last = merged.at(-1);
    const [before, ask] = [last?.request.ask, request.ask];
    const isSame =
      last !== undefined && rows.length === last.rows.length && rows.every((row, at) => row === last.rows[at]);
    if (isSame && before?.of === "field" && ask.of === "field") {
      const fields = [...new Set([...before.fields, ...ask.fields])];
      merged.splice(-1, 1, { rows, request: { ...last.request, ask: { of: "field", fields } } });
    } else merged.push({ request, rows });
  }
  return merged;
}

type Answering = { proposal: Proposal; deps: Resolver & { ready: ReadyPack } };
type RecordQuestion = { request: Extract<Request, { do: "ask" }>; rows: readonly Row[] };

/** Most records that are read one by one. */
const mostSingle = 25;

/** Most texts that are told. */
const mostTexts = 10;

/** The answer in words as the summary, and the reads that show it. */
export function answerOf(asked: RecordQuestion, { proposal, deps }: Answering): void {
  const { request, rows } = asked;
  const record = deps.ready.pack.records[request.set.kind];
  if (record === undefined) return;
  const line = lineOf(asked, { record, deps });
  proposal.summary = proposal.summary === undefined ? line : `${proposal.summary}; ${line}`;
  const reads = [...readsOf(asked, { record, deps }), ...relatedReads(asked, deps)];
  for (const { alias, tool, args } of reads) {
    const toolkit = deps.ready.pack.tools[alias]?.toolkit ?? deps.ready.pack.pack;
    proposal.actions.push({ toolkit, tool, args, scope: `${toolkit}:read:${request.set.kind}`, preview: line });
  }
  if (reads.length === 0 && rows.length === 0) proposal.notes.push(line);
}

type AnswerDeps = { record: PackRecord; deps: Answering["deps"] };

function lineOf(asked: RecordQuestion, { record, deps }: AnswerDeps): string {
  const { request, rows } = asked;
  const { speech } = deps;
  const words = texts[speech];
  const { set, ask } = request;
  const conditions = describeSet(set, deps);
  if (rows.length === 0) {
    const noun = nounOf(record, speech);
    const read = conditions.length > 0 ? ` (${[noun, ...conditions].join(", ")})` : "";
    return words.nothing(record.unnamed ? `${noun}, ${set.said}` : set.said || noun) + read;
  }
  const counted = [countText(rows.length, record, speech), ...conditions].join(", ");
  const label = record.unnamed && record.body !== undefined ? record.body : record.name;
  const names = (some: readonly Row[]): string => some.map((row) => textOf(row[label])).join("; ");
  switch (ask.of) {
    case "count":
      return counted;
    case "sum":
    case "average":
      return `${counted}: ${totals(rows, { ask, record, deps })}`;
    case "top":
      return `${counted}: ${topOf(asked, { ask, record, deps })}`;
    case "field":
      return rows
        .slice(0, 10)
        .map(
          (row) =>
            `${textOf(row[record.name])}: ${ask.fields.map((field) => `${fieldLabel(field, record, deps.speech)} ${valueText(row, field, { record, deps })}`).join(", ")}`,
        )
        .join("; ");
    case "whether":
      return rows
        .slice(0, 10)
        .map(
          (row) =>
            `${ask.values.some((value) => value === row[ask.field]) ? words.yes : words.no}: ${textOf(row[record.name])} — ${valueText(row, ask.field, { record, deps })}`,
        )
        .join("; ");
    case "state":
      return [
        ...rows.slice(0, 10).map((row) => stateText(row, { record, deps })),
        ...ask.related.map((other) => relatedText(other, deps)),
      ].join("; ");
    case "list":
      return `${counted}${rows.length <= (record.unnamed ? mostTexts : 3) ? `: ${names(rows)}` : ""}`;
    default:
      return ask satisfies never;
  }
}

function valueText(row: Row, field: string, { record, deps }: AnswerDeps): string {
  const shown = labelOf(row[field], { field, record }, deps);
  const currency = record.fields[field]?.currency;
  if (shown === "") return texts[deps.speech].empty;
  return currency === undefined ? shown : `${shown} ${textOf(row[currency])}`.trim();
}

/** A record in one line: its name and what its fields hold. */
function stateText(row: Row, deps: AnswerDeps): string {
  const { record } = deps;
  const fields = Object.entries(record.fields).filter(([name]) => name !== record.name && textOf(row[name]) !== "");
  const key = record.key === undefined ? "" : `${textOf(row[record.key])} `;
  return `${key}${textOf(row[record.name])}: ${fields.map(([name]) => `${fieldLabel(name, record, deps.deps.speech)} ${valueText(row, name, deps)}`).join(", ")}`;
}

/** How many there are of another kind, and their names where they are few. */
function relatedText({ kind, rows }: { kind: string; rows: readonly Row[] }, deps: Answering["deps"]): string {
  const record = deps.ready.pack.records[kind];
  if (record === undefined) return "";
  const names = rows.map((row) => `${textOf(row[record.key ?? ""])} ${textOf(row[record.name])}`.trim());
  return `${countText(rows.length, record, deps.speech)}: ${names.slice(0, 5).join(", ")}${names.length > 5 ? "…" : ""}`;
}

/** Totals by currency, where amounts have one. */
function totals(
  rows: readonly Row[],
  { ask, record, deps }: AnswerDeps & { ask: { of: "sum" | "average"; field: string } },
): string {
  const currency = record.fields[ask.field]?.currency ?? "";
  const groups = Map.groupBy(rows, (row) => textOf(row[currency]));
  const { speech } = deps;
  const parts = [...groups].map(([code, group]) => {
    const total = group.reduce((sum, row) => sum + Number(row[ask.field] ?? 0), 0);
    const value = ask.of === "sum" ? total : Math.round(total / group.length);
    return `${labelOf(value, { field: ask.field, record }, deps)} ${code}`.trim();
  });
  return ask.of === "sum" ? texts[speech].sum(parts.join(" + ")) : texts[speech].average(parts.join(" + "));
}

/** Whose records are most, or fewest, with their counts; the others behind them. */
function topOf(
  { request, rows }: RecordQuestion,
  { ask, record, deps }: AnswerDeps & { ask: { field: string; end: "most" | "least" } },
): string {
  const held = rows.filter((row) => textOf(row[ask.field]) !== "");
  const asked = request.set.tests.find((test) => test.op === "is" && test.field === ask.field);
  const people = record.fields[ask.field]?.type === "person" ? deps.context.world.people.map(({ id }) => id) : [];
  const none = asked?.op === "is" ? asked.values.map(textOf) : people;
  const counts = new Map(none.map((id) => [id, 0]));
  for (const row of held) counts.set(textOf(row[ask.field]), (counts.get(textOf(row[ask.field])) ?? 0) + 1);
  const order = ask.end === "most" ? -1 : 1;
  return [...counts]
    .toSorted(([, a], [, b]) => order * (a - b))
    .map(([id, count]) => `${labelOf(id, { field: ask.field, record }, deps)} ${count}`)
    .join(", ");
}

type ToolRead = { alias: string; tool: string; args: JsonObject };

/** A search that shows exactly these records, else each record by itself. */
function readsOf({ request, rows }: RecordQuestion, { record, deps }: AnswerDeps): ToolRead[] {
  const { search, get } = record;
  const bound = deps.tools.get(search.tool);
  if (bound === undefined) return [];
  const settings = settingsOf(deps.ready.pack);
  const narrowed = request.set.pick === undefined ? narrowedArgs(request.set.tests, { record, rows }) : undefined;
  if (narrowed !== undefined) {
    const args: JsonObject = argsOf(bound, search.args, settings);
    for (const { template, value } of narrowed)
      merge(args, argsOf(bound, template, new Map([...settings, ["value", value]])));
    return [{ alias: search.tool, tool: bound.tool, args }];
  }
  const one = get === undefined ? undefined : deps.tools.get(get.tool);
  if (get === undefined || one === undefined || rows.length > mostSingle) return [];
  return rows.map((row) => {
    const values = new Map([
      ...settings,
      ["id", row[record.id] ?? null],
      ["key", row[record.key ?? record.id] ?? null],
    ]);
    return { alias: get.tool, tool: one.tool, args: argsOf(one, get.args, values) };
  });
}

/** A question about a client is also one about its deals and tasks. */
function relatedReads({ request }: RecordQuestion, deps: Answering["deps"]): ToolRead[] {
  if (request.ask.of !== "state") return [];
  return request.ask.related.flatMap(({ kind, rows }) => {
    const record = deps.ready.pack.records[kind];
    if (record === undefined || rows.length > mostSingle) return [];
    const test = { field: record.id, op: "ids" as const, ids: new Set<string>() };
    const set = { kind, tests: [test], all: true, said: "" };
    return readsOf({ request: { do: "ask", set, ask: { of: "list" } }, rows }, { record, deps });
  });
}

function merge(args: JsonObject, more: JsonObject): void {
  for (const [key, value] of Object.entries(more)) {
    const known = args[key];
    const isBoth =
      typeof known === "object" &&
      known !== null &&
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(known) &&
      !Array.isArray(value);
    args[key] = isBoth ? { ...known, ...value } : value;
  }
}

type FixedArgument = { template: JsonObject; value: string | number | boolean };

/** Arguments that narrow the search to the set; undefined where it cannot be said in arguments. */
function narrowedArgs(
  tests: readonly Test[],
  { record, rows }: { record: PackRecord; rows: readonly Row[] },
): FixedArgument[] | undefined {
  const out: FixedArgument[] = [];
  for (const test of tests) {
    const template = record.search.by[test.field];
    if (test.op !== "is" || test.values.length !== 1 || template === undefined) return undefined;
    const [value] = test.values;
    if (typeof value === "object" || value === undefined) return undefined;
    out.push({ template, value });
  }
  return rows.length >= 0 ? out : undefined;
}
