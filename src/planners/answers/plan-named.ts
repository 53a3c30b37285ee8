import { read, type Reading } from "../../language/reading.ts";
import { hasRole } from "../../language/words/roles.ts";
import { meantStems } from "../../language/words/meant-stems.ts";
import type { Span } from "../../language/spans/span.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { valueText } from "../../plan/value-text.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type PlannerAnswer,
  type PlannerRequest,
  type UnaccountedSpan,
} from "../../ports/planner.ts";
import { onlyAsks } from "../actions/route.ts";
import type { Lookups } from "../actions/lookups.ts";
import { callId } from "../grammar/build-call.ts";
import type { GrammarOutcome } from "../grammar/index.ts";
import { speechOf } from "../speech.ts";
import { answerOn } from "../surfaces/answer.ts";
import { transformTool } from "../surfaces/describe-operations.ts";
import { bySense, type Kind, kindsOf } from "./kinds.ts";
import { newsIn, type StockNews } from "./plan-change.ts";
import { askOf, type Question } from "./question.ts";
import { findOf } from "./rows-text.ts";
import { searchesOf } from "./searches.ts";
import { answerWords } from "./words.ts";

type Setting = {
  request: PlannerRequest;
  lookups: Pick<Lookups, "read">;
  plan: (request: PlannerRequest) => Promise<PlannerAnswer>;
};

/**
 * An order that names its record by words instead of an id: "the accepted quote of Acme", "gloves 80, cable 21". The record
 * is looked up while planning. One that fits is taken, of several it is asked which. Every word of the description must fit.
 */
export async function withNamedRecords(first: PlannerAnswer, setting: Setting): Promise<PlannerAnswer> {
  const { request } = setting;
  if (isPlannerError(first) || writes(first, request)) return first;
  const reading = read(request.goal, request);
  if (onlyAsks(reading) || reading.clauses.length > maxClauses) return first;
  const news = newsIn(reading, request.toolbox);
  const changed = news?.isOrdered === true ? await changeAll(news, setting) : undefined;
  const outcome = changed === undefined ? undefined : answerOn(request, () => changed, authorOf(first));
  return outcome ?? (await planDescribed(reading, first, setting)) ?? first;
}

function writes(answer: PlannerAnswer, { toolbox }: PlannerRequest): boolean {
  if (isPlannerError(answer) || answer.clarification !== undefined) return false;
  const reads = new Set(toolbox.flatMap(({ name, effect }) => (effect === "read" ? [name] : [])));
  return answer.plan.steps.some((step) => step.kind === "tool" && !reads.has(step.tool));
}

function authorOf({ plan }: PlannedAnswer): PlannedAnswer["plan"]["metadata"] {
  const { rationale: _, ...author } = plan.metadata;
  return author;
}

/** Clauses of a request whose records are looked up, and descriptions in it: each costs a plan. */
const [maxClauses, maxDescriptions] = [8, 4];

/** As sure as a plan is whose records were looked up: set by hand. */
const confidence = 0.85;

/** One call for each thing whose name one record alone has; undefined where a thing is not known. */
async function changeAll({ setter, items }: StockNews, setting: Setting): Promise<GrammarOutcome | undefined> {
  const { tool, kind, id, quantity } = setter;
  const all = await rowsOf({ kind, choices: [] }, setting);
  const calls: Extract<GrammarOutcome, { kind: "plan" }>["calls"] = [];
  for (const { change, search } of items) {
    const rows = await transformed(all, [{ ...findOf(search), exact: true }], setting);
    const [row, ...others] = rows;
    if (row === undefined) return undefined;
    if (others.length > 0) return askWhich({ kind, tool, param: id.name }, rows, setting.request);
    const before = row[quantity.name];
    const after = "to" in change ? change.to : typeof before === "number" ? before + change.by : -1;
    if (after < 0) return undefined;
    const args = { [id.name]: row[id.name] ?? null, [quantity.name]: after };
    calls.push({ id: callId(calls.length), tool, args, dependsOn: [] });
  }
  const isTwice = new Set(calls.map(({ args }) => args[id.name])).size < calls.length;
  return isTwice ? undefined : { kind: "plan", calls, confidence, reasons: [] };
}

/** Plans again with the number of the record in the place of its description. */
async function planDescribed(
  reading: Reading,
  first: PlannedAnswer,
  setting: Setting,
): Promise<PlannerAnswer | undefined> {
  const { request, plan } = setting;
  const kinds = kindsOf(request.toolbox);
  for (const { kind, from, to, noun } of descriptionsIn(reading, kinds).slice(0, maxDescriptions)) {
    const question = askOf(kind, read(reading.source.slice(from, to), request), kinds);
    const id = bySense(kind.fields, "id")?.name ?? "";
    if (question?.wanted.do !== "fields" || question.link !== undefined) continue;
    const goalWith = (row: JsonObject): string =>
      `${request.goal.slice(0, from)}${noun} ${valueText(row[id] ?? "")}${request.goal.slice(to)}`;
    let rows = await described(question, setting);
    if (rows[0] === undefined) continue;
    let answer = await plan({ ...request, goal: goalWith(rows[0]) });
    const more = isPlannerError(answer) ? [] : (answer.unaccounted ?? []);
    // "Send Acme the accepted quote": what is left over may be of the record, too.
    if (!writes(answer, request) && more.length > 0) {
      rows = await narrowed(rows, more, setting);
      if (rows[0] === undefined) continue;
      answer = await plan({ ...request, goal: without(goalWith(rows[0]), more) });
    }
    if (!writes(answer, request)) continue;
    if (rows.length === 1) return answer;
    const asked = askWhich({ kind, tool: kind.tool.name, param: id }, rows, request);
    return answerOn(request, () => asked, authorOf(first));
  }
  return undefined;
}

/** The rows that have all words of some parts of a text; none where a part is more than a name. */
async function narrowed(
  rows: JsonObject[],
  parts: readonly UnaccountedSpan[],
  setting: Setting,
): Promise<JsonObject[]> {
  const searches = parts.flatMap(({ words }) => {
    const reading = read(words, setting.request);
    const search = reading.spans.filter(({ kind }) => kind !== "filler");
    return search.every(isName) ? searchesOf({ search, breaks: [], used: [] }, reading) : [];
  });
  if (searches.length < parts.length) return [];
  return transformed(
    rows,
    searches.map((one) => ({ ...findOf([one]), exact: true })),
    setting,
  );
}

function without(goal: string, parts: readonly UnaccountedSpan[]): string {
  let text = goal;
  for (const { from, to } of parts) text = `${text.slice(0, from)}${" ".repeat(to - from)}${text.slice(to)}`;
  return text;
}

type Description = { kind: Kind; from: number; to: number; noun: string };

/** Nouns of records that can be listed, with the words around them that say which: "acme's accepted quote", "the order of Acme". */
function descriptionsIn({ spans, tokens }: Reading, kinds: readonly Kind[]): Description[] {
  const lists = kinds.filter(({ rows, lines, listsAll }) => rows !== undefined && lines === undefined && listsAll);
  return spans.flatMap((span, at) => {
    const stems = /^(?:word|unknown|verb)$/.test(span.kind) ? meantStems(tokens.slice(span.start, span.end)) : [];
    const kind = lists.find(({ heads }) => stems.some((stem) => heads.has(stem)));
    if (kind === undefined) return [];
    let [first, last] = [at, at];
    // A clause that begins with a word nobody knows is ordered by it: "renew Ida's prescription".
    const begins = spans.findIndex(({ clause, kind: of }) => clause === span.clause && of !== "filler");
    const isOrder = (own: Span | undefined): boolean => own === spans[begins] && own?.kind === "unknown";
    while (describes(spans[first - 1]) && spans[first - 1]?.clause === span.clause && !isOrder(spans[first - 1]))
      first -= 1;
    const joint = spans[at + 1];
    const isOf = joint?.kind === "filler" && hasRole(joint.text.toLowerCase(), "before name");
    if (isOf && isName(spans[at + 2])) last = at + 2;
    while (isName(spans[last + 1]) && spans[last + 1]?.start === spans[last]?.end) last += 1;
    const [from, to] = [spans[first]?.from ?? 0, spans[last]?.to ?? 0];
    return first === last ? [] : [{ kind, from, to, noun: span.text }];
  });
}

function isName(span: Span | undefined): boolean {
  return span !== undefined && /^(?:word|unknown|name|quoted)$/.test(span.kind);
}

/** Stands before the noun that it describes; "accepted" is a verb elsewhere. */
function describes(span: Span | undefined): boolean {
  if (span?.kind === "possessive") return span.whose === "named";
  return (
    isName(span) ||
    span?.kind === "act" ||
    (span?.kind === "verb" && (span.form === "past" || span.form === "participle"))
  );
}

/** The records that all words of a description fit. */
async function described(question: Question, setting: Setting): Promise<JsonObject[]> {
  const { search, filters } = question;
  const tests = filters.map(({ field, is, to }) => ({ op: "filter", pointer: `/${field.name}`, is, to }));
  const all = await rowsOf(question, setting);
  const finds = search.map((one) => ({ ...findOf([one]), exact: true }));
  return finds.length + tests.length === 0 ? all : transformed(all, [...tests, ...finds], setting);
}

async function rowsOf(
  { kind, choices }: Pick<Question, "kind" | "choices">,
  { lookups }: Setting,
): Promise<JsonObject[]> {
  const chosen = Object.fromEntries(choices.map(({ param, value }) => [param, value]));
  const answer = await lookups.read(kind.tool.name, {
    ...(kind.search !== undefined && { [kind.search.param]: "" }),
    ...chosen,
  });
  return answer.ok && isJsonObject(answer.output) ? objectsIn(answer.output[kind.rows ?? ""]) : [];
}

async function transformed(value: Json, operations: JsonObject[], { lookups }: Setting): Promise<JsonObject[]> {
  const answer = await lookups.read(transformTool, { value, operations });
  return answer.ok && isJsonObject(answer.output) ? objectsIn(answer.output["value"]) : [];
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((row) => isJsonObject(row)) : [];
}

/** Records that a question offers. */
const most = 5;

function askWhich(
  { kind, tool, param }: { kind: Kind; tool: string; param: string },
  rows: readonly JsonObject[],
  request: PlannerRequest,
): GrammarOutcome {
  const [id, name] = [
    bySense(kind.fields, "id")?.name ?? "",
    bySense(kind.fields, "name") ?? bySense(kind.fields, "person"),
  ];
  const status = bySense(kind.fields, "status");
  const told = rows.slice(0, most).map((row) => {
    const words = [name, status]
      .flatMap((field) => (field === undefined ? [] : [row[field.name]]))
      .filter((value) => value !== undefined && value !== "");
    return `${valueText(row[id] ?? "")}${words.length === 0 ? "" : ` (${words.map((value) => valueText(value ?? "")).join(", ")})`}`;
  });
  const question = answerWords[speechOf(request)].which(told.join(", "));
  const choices = rows.slice(0, most).map((row) => valueText(row[id] ?? ""));
  const missing = [{ tool, param, choices, why: "doubtful" as const, ask: { en: question, ru: question } }];
  return { kind: "clarify", calls: [], missing, bad: [], confidence, reasons: [] };
}
