import { read, type Reading } from "../../language/reading.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { contentStems, nameWords, stemOf } from "../grammar/profile/name-words.ts";
import { callId } from "../grammar/build-call.ts";
import type { GoalInput, GrammarOutcome, PlannedCall, Reason } from "../grammar/index.ts";
import { type Speech, speechOf } from "../speech.ts";
import { type Kind, kindsOf } from "./kinds.ts";
import { askOf, isQuestion, type Question } from "./question.ts";
import { coverOf, type CoverQuestion } from "./cover.ts";
import { coverOperations, listOperations, rowOperations, searchedFor } from "./rows-text.ts";
import { answerWords } from "./words.ts";

/** The tool that works on lists of records. */
const transformTool = "json.transform";

/** Kinds of records that are searched at once where a question does not say which it means. */
const mostKinds = 3;
/** Below this nothing in the question points at the kind. */
const leastScore = 0.7;
/** Spans of a question that a person asks; longer texts are no question, and placing their words would cost their square. */
const longestQuestion = 60;
/** As sure as a plan is that carries every word: set by hand. */
const confidence = 0.85;

/**
 * Plans a question over what the tools return: a lookup, what is to be made of its rows, and the text of the answer.
 * Undefined where the text is no question, or has a part that no kind of records has a place for.
 */
export function planAnswer(input: GoalInput): GrammarOutcome | undefined {
  if (!canTransform(input)) return undefined;
  const kinds = kindsOf(input.toolbox);
  // Most requests show at once that they are no question, without a second reading for the politeness in them.
  if (input.reading !== undefined && !isQuestion(input.reading, kinds)) return undefined;
  const reading = read(input.goal, { now: input.now, zone: input.zone });
  if (
    reading.sentences.length !== 1 ||
    reading.spans.length > longestQuestion ||
    namesTool(reading, input, kinds) ||
    !isQuestion(reading, kinds)
  )
    return undefined;
  const cover = coverOf(reading, kinds);
  if (cover !== undefined) return buildCover(cover, speechOf(input));
  const questions = kinds.flatMap((kind) => askOf(kind, reading, kinds) ?? []).toSorted((a, b) => b.score - a.score);
  const [best] = questions;
  if (best === undefined || best.score < leastScore || isNamedElsewhere(best, input, kinds)) return undefined;
  const equal = questions.filter(({ score }) => score > best.score - 0.1);
  return equal.length > mostKinds ? undefined : build(equal, speechOf(input));
}

/** "Echo the text": words without a verb that begin with what a tool is called are no question. */
function namesTool({ tokens, clauses }: Reading, { toolbox }: GoalInput, kinds: readonly Kind[]): boolean {
  const stem = tokens[0]?.stem ?? "";
  if (clauses[0]?.act !== "tell" || kinds.some(({ nouns }) => nouns.has(stem))) return false;
  return toolbox.some(({ name }) => stemOf(nameWords(name)[0] ?? "") === stem);
}

/** What would be searched for is what another tool is about: "look up the price register" with a tool for that register. */
function isNamedElsewhere({ search }: Question, { toolbox }: GoalInput, kinds: readonly Kind[]): boolean {
  const stems = search.flatMap((text) => contentStems(text));
  if (stems.length === 0) return false;
  return toolbox.some(
    (tool) => kinds.every((kind) => kind.tool !== tool) && stems.every((stem) => subjectStems(tool).has(stem)),
  );
}

/** What a tool is about; descriptions of its parameters hold examples, which it is not about. */
function subjectStems({ name, description }: ToolSpec): ReadonlySet<string> {
  return new Set([...nameWords(name).map((word) => stemOf(word)), ...contentStems(description)]);
}

function canTransform({ toolbox }: Pick<GoalInput, "toolbox">): boolean {
  return toolbox.some(({ name }) => name === transformTool);
}

/** A plan that only looks up lists gets their rows as text, where no answer was planned. */
export function withRows(outcome: GrammarOutcome, input: GoalInput): GrammarOutcome {
  if (outcome.kind !== "plan" || outcome.answer !== undefined || !canTransform(input)) return outcome;
  const { calls } = outcome;
  const [only, ...others] = calls;
  if (only === undefined || calls.some(({ forEach, dependsOn }) => forEach !== undefined || dependsOn.length > 0))
    return outcome;
  const specs = calls.map((call) => input.toolbox.find(({ name }) => name === call.tool));
  const kinds = specs.map((spec) => kindsOf(input.toolbox).find(({ tool }) => tool === spec));
  const [kind] = kinds;
  const plan = new Builder();
  plan.calls.push(...calls);
  const speech = speechOf(input);
  if (others.length === 0 && kind?.rows !== undefined)
    return {
      ...outcome,
      calls: plan.calls,
      answer: plan.addText(wholeOf(kind, only), only.id, { speech, alone: true }),
    };
  const empty = answerWords[speech].nothing([...new Set(calls.flatMap(({ args }) => textsIn(args)))].join(", "));
  const how = { speech, empty: others.length === 0 ? empty : "" };
  const texts = calls.flatMap((call, at) => fieldsText(plan, { call, spec: specs[at], kind: kinds[at] }, how) ?? []);
  if (texts.length < calls.length || specs.some((spec) => spec?.effect !== "read")) return outcome;
  return { ...outcome, calls: plan.calls, answer: others.length === 0 ? (texts[0] ?? "") : plan.join(texts, empty) };
}

/** The words that a call searches for. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn).slice(-1);
}

/** The question that a call without one answers: everything it finds. */
function wholeOf(kind: Kind, { args }: PlannedCall): Question {
  const search = kind.search === undefined ? undefined : args[kind.search.param];
  return {
    kind,
    wanted: { do: "fields", fields: [] },
    ids: [],
    search: typeof search === "string" && search !== "" ? [search] : [],
    choices: [],
    filters: [],
    used: [],
    score: 0,
  };
}

type LookupCall = { call: PlannedCall; spec: ToolSpec | undefined; kind: Kind | undefined };

/** The rows of a call as text, by the fields of their kind or, where nobody declares them, by all that they hold. */
function fieldsText(
  plan: Builder,
  { call, spec, kind }: LookupCall,
  { speech, empty }: { speech: Speech; empty: string },
): string | undefined {
  if (kind?.rows !== undefined) return plan.addText(wholeOf(kind, call), call.id, { speech, alone: false });
  const value = spec?.outputSchema === undefined ? `{{${call.id}}}` : rowsIn(spec, call.id);
  if (value === undefined) return undefined;
  const op = spec?.outputSchema === undefined ? "text" : "lines";
  const operations: JsonObject[] = [{ op, most: 10, more: answerWords[speech].more, empty }];
  return `{{${plan.add(transformTool, { value, operations }, [call.id])}.value}}`;
}

/** Where the result of a tool has a list of records, or the answer of a declared endpoint. */
function rowsIn(spec: ToolSpec | undefined, call: string): Json | undefined {
  const output = spec?.outputSchema;
  const properties = isJsonObject(output) && isJsonObject(output["properties"]) ? output["properties"] : {};
  const lists = Object.entries(properties).filter(([, schema]) => isJsonObject(schema) && schema["type"] === "array");
  const [list] = lists;
  // A record with a list in it is no list of records.
  if (list !== undefined && lists.length === 1 && Object.keys(properties).length <= 4) return `{{${call}.${list[0]}}}`;
  return properties["query"] === undefined || properties["result"] === undefined ? undefined : [`{{${call}.result}}`];
}

function build(questions: readonly Question[], speech: Speech): GrammarOutcome {
  const plan = new Builder();
  const reasons: Reason[] = [];
  const lookups = questions.flatMap((question) => lookupsOf(question).map((args) => ({ question, args })));
  const texts = lookups.map(({ question, args }) => {
    const tool = question.kind.tool.name;
    const call = plan.add(tool, args, []);
    reasons.push(...reasonsOf(question.used, { call, tool }));
    return plan.addText(question, call, { speech, alone: lookups.length === 1 });
  });
  const answer =
    texts.length === 1
      ? (texts[0] ?? "")
      : plan.join(texts, answerWords[speech].nothing(questions[0] === undefined ? "" : searchedFor(questions[0])));
  return { kind: "plan", calls: plan.calls, confidence, reasons, answer };
}

function reasonsOf(used: Question["used"], call: Pick<Reason, "call" | "tool">): Reason[] {
  return used.map(({ span: { from, to, text }, as }) => {
    return { ...call, from, to, words: text, ...(as !== "tool" && { param: "query" }) };
  });
}

/** What is needed, what is there, and the lines that it does or does not suffice for. */
function buildCover({ record, list, stock, search, used, ...cover }: CoverQuestion, speech: Speech): GrammarOutcome {
  const plan = new Builder();
  const [args = {}] = lookupsOf({ ...record, search: [], choices: [] });
  const needed = plan.add(record.kind.tool.name, args, []);
  const [query = {}] = lookupsOf({ kind: stock, ids: [], search, choices: [] });
  const there = plan.add(stock.tool.name, query, []);
  const rows = `{{${there}.${stock.rows ?? ""}}}`;
  const texts = coverOperations(list, { ...cover, rows }, speech).map(
    (operations) =>
      `{{${plan.add(transformTool, { value: `{{${needed}.${list.name}}}`, operations }, [needed, there])}.value}}`,
  );
  const answer = plan.join(texts, answerWords[speech].nothing(search.join(", ")));
  const reasons = reasonsOf(used, { call: needed, tool: record.kind.tool.name });
  return { kind: "plan", calls: plan.calls, confidence, reasons, answer };
}

/** Puts calls together; each gets the next id. */
class Builder {
  readonly calls: PlannedCall[] = [];

  add(tool: string, args: JsonObject, dependsOn: readonly string[]): string {
    const id = callId(this.calls.length);
    this.calls.push({ id, tool, args, dependsOn: [...dependsOn] });
    return id;
  }

  /** The rows of a lookup as text, those of a record's own list below them. */
  addText(question: Question, lookup: string, how: { speech: Speech; alone: boolean }): string {
    const { kind, wanted } = question;
    const value: Json = kind.rows === undefined ? [`{{${lookup}}}`] : `{{${lookup}.${kind.rows}}}`;
    const style = question.link === undefined ? how : { ...how, linked: this.addLinked(question.link.kind) };
    const needs = [lookup, ...("linked" in style ? [callId(this.calls.length - 1)] : [])];
    const text = `{{${this.add(transformTool, { value, operations: rowOperations(question, style) }, needs)}.value}}`;
    const list = kind.fields.find(({ sense }) => sense === "list");
    if (wanted.do === "count") return `${(kind.rows ?? "").replaceAll("_", " ")}: ${text}`;
    if (kind.rows !== undefined || list === undefined || wanted.do !== "fields" || wanted.fields.length > 0)
      return text;
    const below = this.add(transformTool, { value, operations: listOperations(list, how.speech) }, [lookup]);
    return `${text}\n{{${below}.value}}`;
  }

  /** All rows of a kind, as a reference. */
  addLinked(kind: Kind): string {
    const [args = {}] = lookupsOf({ kind, ids: [], search: [], choices: [] });
    return `{{${this.add(kind.tool.name, args, [])}.${kind.rows ?? ""}}}`;
  }

  /** The texts that are not empty, one below the other. */
  join(texts: readonly string[], empty: string): string {
    const operations: JsonObject[] = [
      { op: "filter", pointer: "", is: "not_equal", to: "" },
      { op: "lines", template: "{}", most: 10, empty },
    ];
    const needs = this.calls.filter(({ tool }) => tool === transformTool).map(({ id }) => id);
    return `{{${this.add(transformTool, { value: [...texts], operations }, needs)}.value}}`;
  }
}

/** One call for each id or number that was named, else one for all. */
function lookupsOf({
  kind,
  ids,
  search,
  choices,
}: Pick<Question, "kind" | "ids" | "search" | "choices">): JsonObject[] {
  const chosen = Object.fromEntries(choices.map(({ param, value }) => [param, value]));
  const { id } = kind;
  const param = kind.search?.param;
  if (id !== undefined && ids.length > 0) return ids.map((one) => ({ ...chosen, [id.param]: one }));
  if (param === undefined) return [chosen];
  if (search.length > 0) return search.map((words) => ({ ...chosen, [param]: words }));
  return [{ ...chosen, ...(isRequired(kind, param) && { [param]: "" }) }];
}

function isRequired({ tool: { inputSchema } }: Kind, param: string): boolean {
  const required = typeof inputSchema === "object" ? inputSchema["required"] : undefined;
  return Array.isArray(required) && required.includes(param);
}
