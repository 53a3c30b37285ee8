import type { JsonObject } from "../../plan/json.ts";
import type { Proposal } from "../actions/proposal.ts";
import type { ReadyPack } from "../packs/match-packs.ts";
import type { PackRecord } from "../packs/records.ts";
import { nounOf } from "./labels.ts";
import type { Request, Row, Test } from "./request.ts";
import { labelOf, type Resolving } from "./resolve.ts";
import { texts } from "./texts.ts";
import { argsOf, settingsOf, textOf } from "./world.ts";

type Answering = { proposal: Proposal; deps: Resolving & { ready: ReadyPack } };
type Asked = { request: Extract<Request, { do: "ask" }>; rows: readonly Row[] };

/** Most records that are read one by one. */
const mostSingle = 25;

/** The answer in words as the summary, and the reads that show it. */
export function answerOf(asked: Asked, { proposal, deps }: Answering): void {
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

function lineOf({ request, rows }: Asked, { record, deps }: AnswerDeps): string {
  const { speech } = deps;
  const words = texts[speech];
  const { set, ask } = request;
  const read = [nounOf(record, speech), ...set.read].join(", ");
  if (rows.length === 0) return words.nothing(set.said || read);
  const names = (some: readonly Row[]): string => some.map((row) => textOf(row[record.name])).join("; ");
  switch (ask.of) {
    case "count":
      return [words.count(rows.length, nounOf(record, speech)), ...set.read].join(", ");
    case "sum":
    case "average":
      return `${[words.count(rows.length, nounOf(record, speech)), ...set.read].join(", ")}: ${totals(rows, { ask, record, deps })}`;
    case "field":
      return rows
        .slice(0, 10)
        .map(
          (row) =>
            `${textOf(row[record.name])}: ${ask.fields.map((field) => `${labelText(field, record, deps)} ${valueText(row, field, { record, deps })}`).join(", ")}`,
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
      return rows
        .slice(0, 10)
        .map((row) => stateText(row, { record, deps }))
        .join("; ");
    case "list":
      return `${[words.count(rows.length, nounOf(record, speech)), ...set.read].join(", ")}${rows.length <= 3 ? `: ${names(rows)}` : ""}`;
    default:
      return ask satisfies never;
  }
}

function labelText(field: string, record: PackRecord, { speech }: Answering["deps"]): string {
  const says = record.fields[field]?.says ?? [];
  return nounOf({ ...record, says: says.length > 0 ? says : [field] }, speech);
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
  return `${key}${textOf(row[record.name])}: ${fields.map(([name]) => `${labelText(name, record, deps.deps)} ${valueText(row, name, deps)}`).join(", ")}`;
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

type Read = { alias: string; tool: string; args: JsonObject };

/** A search that shows exactly these records, else each record by itself. */
function readsOf({ request, rows }: Asked, { record, deps }: AnswerDeps): Read[] {
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

/** A question about a client is also one about its deals. */
function relatedReads({ request, rows }: Asked, deps: Answering["deps"]): Read[] {
  const [row] = rows;
  if (request.ask.of !== "state" || rows.length !== 1 || row === undefined) return [];
  const { records } = deps.ready.pack;
  const id = row[records[request.set.kind]?.id ?? ""];
  return Object.entries(records).flatMap(([kind, record]) => {
    const fields = record.about.filter((field) => record.fields[field]?.of === request.set.kind);
    const own = (deps.context.world.rows.get(kind) ?? []).filter((one) => fields.some((field) => one[field] === id));
    if (own.length === 0 || own.length > mostSingle) return [];
    const set = {
      kind,
      tests: [{ field: record.id, op: "ids" as const, ids: new Set<string>() }],
      all: true,
      said: "",
      read: [],
    };
    return readsOf({ request: { do: "ask", set, ask: { of: "list" } }, rows: own }, { record, deps });
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

type Narrowed = { template: JsonObject; value: string | number | boolean };

/** Arguments that narrow the search to the set; undefined where it cannot be said in arguments. */
function narrowedArgs(
  tests: readonly Test[],
  { record, rows }: { record: PackRecord; rows: readonly Row[] },
): Narrowed[] | undefined {
  const out: Narrowed[] = [];
  for (const test of tests) {
    const template = record.search.by[test.field];
    if (test.op !== "is" || test.values.length !== 1 || template === undefined) return undefined;
    const [value] = test.values;
    if (typeof value === "object" || value === undefined) return undefined;
    out.push({ template, value });
  }
  return rows.length >= 0 ? out : undefined;
}
