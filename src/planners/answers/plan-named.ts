import { waitsFor } from "../../language/clauses/order-doubts.ts";
import { read, type Reading } from "../../language/reading.ts";
import { hasRole } from "../../language/words/roles.ts";
import { meantStems } from "../../language/words/meant-stems.ts";
import type { Span } from "../../language/spans/span.ts";
import type { JsonObject } from "../../plan/json.ts";
import { valueText } from "../../plan/value-text.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type PlannerAnswer,
  type PlannerRequest,
  type UnaccountedSpan,
} from "../../ports/planner.ts";
import { onlyAsks } from "../actions/route.ts";
import { callId } from "../grammar/build-call.ts";
import type { GrammarOutcome } from "../grammar/goal.ts";
import { speechOf } from "../speech.ts";
import { answerOn } from "../surfaces/answer.ts";
import { bySense, type Kind, kindsOf } from "./kinds.ts";
import {
  authorOf,
  isName,
  listed,
  rowsOf,
  searchIn,
  type Setting,
  transformed,
  without,
  withWords,
  writes,
} from "./look-up.ts";
import { newsIn, type StockNews } from "./plan-change.ts";
import { conditionOf } from "./plan-condition.ts";
import { planNames } from "./plan-names.ts";
import { askOf, type Question } from "./question.ts";
import { findOf } from "./rows-text.ts";
import { answerWords } from "./words.ts";

/**
 * An order that names its record by words instead of an id: "the accepted quote of Acme", "gloves 80, cable 21". The record
 * is looked up while planning. One that fits is taken, of several it is asked which. Every word of the description must fit.
 */
export async function withNamedRecords(first: PlannerAnswer, setting: Setting): Promise<PlannerAnswer> {
  const { request, plan } = setting;
  if (isPlannerError(first) || writes(first, request)) return first;
  const reading = read(request.goal, request);
  if (onlyAsks(reading) || reading.clauses.length > maxClauses) return first;
  const condition = await conditionOf(reading, setting);
  if (condition !== undefined) {
    const rest = { ...request, goal: condition.goal };
    const answer = await withNamedRecords(await plan(rest), { ...setting, request: rest });
    if (!writes(answer, request)) return first;
    return condition.holds ? answer : answerOn(request, () => condition.outcome, authorOf(first));
  }
  const news = newsIn(reading, request.toolbox);
  const isMeant = news?.isOrdered === true && waitsFor(reading, []) === undefined;
  const changed = isMeant ? await changeAll(news, setting) : undefined;
  const outcome = changed === undefined ? undefined : answerOn(request, () => changed, authorOf(first));
  return outcome ?? (await planDescribed(reading, first, setting)) ?? (await planNames(reading, setting)) ?? first;
}

/** Clauses of a request whose records are looked up, and descriptions in it: each costs a plan. */
const [maxClauses, maxDescriptions] = [8, 6];

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
  for (const { kind, from, to, noun, isAll } of descriptionsIn(reading, kinds).slice(0, maxDescriptions)) {
    const question = askOf(kind, read(reading.source.slice(from, to), request), kinds);
    const id = bySense(kind.fields, "id")?.name ?? "";
    if (question?.wanted.do !== "fields" || question.link !== undefined) continue;
    const goalWith = (...rows: readonly JsonObject[]): string =>
      `${request.goal.slice(0, from)}${noun} ${rows.map((row) => valueText(row[id] ?? "")).join(", ")}${request.goal.slice(to)}`;
    let rows = await described(question, kinds, setting);
    if (rows[0] === undefined) continue;
    let answer = await plan({ ...request, goal: goalWith(rows[0]) });
    const more = isPlannerError(answer) ? [] : (answer.unaccounted ?? []);
    let rest: readonly UnaccountedSpan[] = [];
    // "Send Acme the accepted quote": what is left over may be of the record, too.
    if (!writes(answer, request) && more.length > 0) {
      ({ rows, rest } = await narrowed(rows, more, setting));
      if (rows[0] === undefined || rest.length === 0) continue;
      answer = await plan({ ...request, goal: without(goalWith(rows[0]), rest) });
    }
    if (!writes(answer, request)) continue;
    if (rows.length === 1) return answer;
    // "Acme agreed, …": who is spoken of beside the order says whose it is.
    const told = rest.length > 0 || isAll ? rows : await ofNamed(rows, { reading, from, to }, setting);
    if (told[0] !== undefined && told.length === 1) return plan({ ...request, goal: goalWith(told[0]) });
    if (isAll && rows.length <= most && saysWhich(question)) {
      const longer = goalWith(...rows).length - goalWith(rows[0]).length;
      const shifted = rest.map((part) =>
        part.from < from ? part : { from: part.from + longer, to: part.to + longer },
      );
      const each = await plan({ ...request, goal: without(goalWith(...rows), shifted) });
      if (writes(each, request)) return each;
    }
    const asked = askWhich({ kind, tool: kind.tool.name, param: id }, rows, request);
    return answerOn(request, () => asked, authorOf(first));
  }
  return undefined;
}

/** Of several rows those that have a name which stands elsewhere in the text. */
async function ofNamed(
  rows: JsonObject[],
  { reading, from, to }: { reading: Reading; from: number; to: number },
  setting: Setting,
): Promise<JsonObject[]> {
  let left = rows;
  for (const span of reading.spans.filter((one) => isName(one) && (one.to <= from || to <= one.from))) {
    const [search] = searchIn([span], reading);
    const found = search === undefined ? [] : await transformed(left, [{ ...findOf([search]), exact: true }], setting);
    if (found.length > 0) left = found;
  }
  return left;
}

/** "All quotes" says nothing of which: too many may be touched. */
function saysWhich({ search, filters, choices }: Question): boolean {
  return search.length + filters.length + choices.length > 0;
}

/** The rows that have words of what is left over, and the parts of it that they have; the account judges the others. */
async function narrowed(
  rows: JsonObject[],
  parts: readonly UnaccountedSpan[],
  setting: Setting,
): Promise<{ rows: JsonObject[]; rest: UnaccountedSpan[] }> {
  let left = rows;
  const rest: UnaccountedSpan[] = [];
  for (const part of parts) {
    const reading = read(part.words, setting.request);
    for (const span of reading.spans.filter(isName)) {
      const [search] = searchIn([span], reading);
      const found =
        search === undefined ? [] : await transformed(left, [{ ...findOf([search]), exact: true }], setting);
      if (found.length === 0) continue;
      left = found;
      rest.push({ ...part, from: part.from + span.from, to: part.from + span.to, words: span.text });
    }
  }
  return { rows: left, rest };
}

/** `isAll` where it is of all such records. */
type Description = { kind: Kind; from: number; to: number; noun: string; isAll: boolean };

/** Nouns of records that can be listed, with the words around them that say which: "acme's accepted quote", "the order of Acme". */
function descriptionsIn({ spans, tokens }: Reading, kinds: readonly Kind[]): Description[] {
  const lists = listed(kinds);
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
    const before = spans.slice(0, first).findLast(({ kind: of }) => of !== "filler");
    const all = before?.kind === "quantifier" && /^(?:all|each|both)$/.test(before.value) ? before : undefined;
    const from = all?.from ?? spans[first]?.from ?? 0;
    const own = { kind, from, noun: span.text, isAll: all !== undefined };
    const ends = [endOfRest(spans, at), last].map((end) => spans[end]?.to ?? 0);
    return [...new Set(ends)].filter((to) => to > (spans[first]?.to ?? 0)).map((to) => ({ ...own, to }));
  });
}

/** What follows a noun in its clause and may tell which: "the quote with the lamps", "the one they accepted". */
function endOfRest(spans: readonly Span[], noun: number): number {
  let end = noun;
  for (let at = noun + 1; spans[at]?.clause === spans[noun]?.clause; at += 1) {
    const span = spans[at];
    const isPart =
      span?.kind === "filler" ||
      span?.kind === "question" ||
      span?.kind === "pronoun" ||
      (span !== undefined && describes(span));
    if (!isPart) break;
    if (describes(span)) end = at;
  }
  return end;
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
async function described(
  { kind, search, filters, choices }: Question,
  kinds: readonly Kind[],
  setting: Setting,
): Promise<JsonObject[]> {
  const tests = filters.map(({ field, is, to }) => ({ op: "filter", pointer: `/${field.name}`, is, to }));
  let rows = await rowsOf({ kind, choices }, setting);
  if (tests.length > 0) rows = await transformed(rows, tests, setting);
  for (const one of search) rows = await withWords(rows, one, { kind, kinds, setting });
  return rows;
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
