import { transformTool } from "../surfaces/describe-operations.ts";
import { read, type Reading } from "../../language/reading.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { contentStems, nameWords, stemOf } from "../grammar/profile/name-words.ts";
import type { GoalInput, GrammarOutcome, PlannedCall, Reason } from "../grammar/goal.ts";
import { mentions } from "../../language/words/roles.ts";
import { type Speech, speechOf } from "../speech.ts";
import { type Kind, kindsOf } from "./kinds.ts";
import { askOf, type Question } from "./question.ts";
import { isQuestion, partsOf, questionIn, questionsOfOne } from "./is-question.ts";
import { coverOf, type CoverQuestion } from "./cover.ts";
import { coverOperations, emptyText } from "./rows-text.ts";
import { Builder, lookupsOf } from "./builder.ts";
import { withNouns } from "./misspelt.ts";
import { otherRecords } from "./other-records.ts";
import { answerWords, dataOf } from "./words.ts";

/** The tool that works on lists of records. */

/** Kinds of records that are searched at once where a question does not say which it means. */
const mostKinds = 3;
/** Below this nothing in the question points at the kind. */
const leastScore = 0.6;
/** Spans of a question that a person asks; longer texts are no question, and placing their words would cost their square. */
const longestQuestion = 60;
/** Words of a name that a person says; more are rather a question that was not understood. */
const longestName = 4;
/** As sure as a plan is that carries every word: set by hand. */
const confidence = 0.85;

/**
 * Plans a question over what the tools return: a lookup, what is to be made of its rows, and the text of the answer.
 * Undefined where the text is no question, or has a part that no kind of records has a place for.
 */
export function planAnswer(input: GoalInput): GrammarOutcome | undefined {
  if (!canTransform(input)) return undefined;
  const kinds = kindsOf(input.toolbox);
  const said = input.reading ?? read(input.goal, { now: input.now, zone: input.zone });
  const reading = asksIn(withNouns(said, kinds), kinds);
  if (reading === undefined || namesTool(reading, input, kinds)) return undefined;
  if (otherRecords(reading, input.toolbox) !== undefined) return notPlanned({ confidence });
  const cover = coverOf(reading, kinds);
  const speech = speechOf(input);
  if (cover !== undefined) return buildCover(cover, speech);
  const ask = (part: Reading): Question[] => bestOf(part, input, kinds);
  const parts = partsOf(reading, kinds).map(ask);
  const isOwn = (part: readonly Question[]): boolean => part.length > 0 && part.every(saysWhich);
  const whole = parts.length > 1 && parts.every(isOwn) ? parts : (halvesIn(reading, kinds, ask) ?? [ask(reading)]);
  return whole.some((part) => part.length === 0) ? undefined : build(whole, { speech, data: dataOf(kinds, speech) });
}

/**
 * "Where is it and what do we sell it for": two questions of one thing. Where one answer carries both they are one
 * question; else each is answered, or the first alone, and the account says what is left.
 */
function halvesIn(
  reading: Reading,
  kinds: readonly Kind[],
  ask: (part: Reading) => Question[],
): Question[][] | undefined {
  const halves = questionsOfOne(reading, kinds);
  const [first, second] = halves?.own.map(ask) ?? [];
  if (halves === undefined || first === undefined || second === undefined || first.length === 0) return undefined;
  const known = new Set(first.flatMap(toldBy));
  const tellsMore = (questions: readonly Question[]): boolean =>
    questions.flatMap(toldBy).some((one) => !known.has(one));
  const isCarried = !halves.isSame && tellsMore(ask(reading));
  if (isCarried || (second.length > 0 && !tellsMore(second))) return undefined;
  return second.length > 0 && second.every(saysWhich) ? [first, second] : [first];
}

/** What a question is told of the records that it finds. */
function toldBy({ wanted, link }: Question): string[] {
  const own =
    "fields" in wanted ? wanted.fields : "field" in wanted && wanted.field !== undefined ? [wanted.field] : [];
  const linked = link?.fields.map(({ name }) => `${link.id} ${name}`) ?? [];
  return [wanted.do, ...own.map(({ name }) => name), ...(link === undefined ? [] : [link.id]), ...linked];
}

/** Says of which records it is: "which shelf" behind another question asks of the same. */
function saysWhich({ search, ids, filters, choices, named, wanted }: Question): boolean {
  return search.length + ids.length + filters.length + choices.length > 0 || (named && wanted.do !== "fields");
}

/** The part of a text that asks; undefined where it is no question. */
function asksIn(text: Reading, kinds: readonly Kind[]): Reading | undefined {
  const reading = text.spans.length > longestQuestion ? undefined : questionIn(text);
  return reading !== undefined && isQuestion(text, kinds, reading.spans) ? reading : undefined;
}

/** The kinds that the question fits best; none where nothing points at one. */
function bestOf(reading: Reading, input: GoalInput, kinds: readonly Kind[]): Question[] {
  const questions = kinds.flatMap((kind) => askOf(kind, reading, kinds) ?? []).toSorted((a, b) => b.score - a.score);
  const [best] = questions;
  if (best === undefined || best.score < leastScore || isNamedElsewhere(best, input, kinds)) return [];
  const equal = questions.filter(({ score }) => score > best.score - 0.1);
  return equal.length > mostKinds ? [] : equal;
}

/** "Echo the text": words without a verb that begin with what a tool is called are no question. */
function namesTool(
  { tokens, clauses, spans: [first] }: Reading,
  { toolbox }: GoalInput,
  kinds: readonly Kind[],
): boolean {
  const stem = tokens[0]?.stem ?? "";
  const isReading = first?.kind === "verb" && first.op === "read";
  if (isReading || clauses[0]?.act !== "tell" || kinds.some(({ nouns }) => nouns.has(stem))) return false;
  return toolbox.some(({ name }) => stemOf(nameWords(name)[0] ?? "") === stem);
}

/** What would be searched for is what another tool is about: "look up the price register" with a tool for that register. */
function isNamedElsewhere({ search }: Question, { toolbox }: GoalInput, kinds: readonly Kind[]): boolean {
  const stems = search.flatMap(({ text }) => contentStems(text));
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
  // What a call writes is no search.
  if (specs.some((spec) => spec?.effect !== "read")) return outcome;
  const isPlain = calls.every(({ args }) => textsIn(args).length === 0);
  if (mentions(input.goal, "lacking") || (isNarrowed(input) && isPlain)) return notPlanned(outcome);
  // A search for the rest of a question finds nothing, which says nothing.
  if (calls.some(({ args }) => textsIn(args).some((text) => !isNameText(text, input)))) return notPlanned(outcome);
  const kinds = specs.map((spec) => kindsOf(input.toolbox).find(({ tool }) => tool === spec));
  const [kind] = kinds;
  const plan = new Builder();
  plan.calls.push(...calls);
  const speech = speechOf(input);
  if (others.length === 0 && kind?.rows !== undefined)
    return {
      ...outcome,
      calls: plan.calls,
      answer: plan.addText(wholeOf(kind, only, input), only.id, { speech, alone: true, data: "" }),
    };
  const searched = [...new Set(calls.flatMap(({ args }) => textsIn(args)))].join(", ");
  const { nothing, unknown, unclear } = answerWords[speech];
  const data = dataOf(kindsOf(input.toolbox), speech);
  const isName = searched.split(" ").length <= longestName;
  const empty = mayBeNoName(searched, input)
    ? unclear(searched, data)
    : isName
      ? nothing(searched)
      : unknown(searched, data);
  const how = { speech, empty: others.length === 0 ? empty : "", input };
  const texts = calls.flatMap((call, at) => fieldsText(plan, { call, spec: specs[at], kind: kinds[at] }, how) ?? []);
  if (texts.length < calls.length) return outcome;
  return { ...outcome, calls: plan.calls, answer: others.length === 0 ? (texts[0] ?? "") : plan.join(texts, empty) };
}

function notPlanned({ confidence: sure }: Pick<GrammarOutcome, "confidence">): GrammarOutcome {
  return { kind: "none", nearest: [], confidence: sure, reasons: [] };
}

/** Words that ask, order, deny or compare are no part of a name. */
function isNameText(text: string, { now, zone }: GoalInput): boolean {
  const telling = /^(?:verb|question|comparator|polarity)$/;
  const said = read(text, { now, zone }).spans.filter(({ kind }) => kind !== "filler");
  return said.length === 1 || !said.some(({ kind }) => telling.test(kind));
}

/** "The oldest", "before May": all records are no answer. */
function isNarrowed({ reading }: GoalInput): boolean {
  const narrows = /^(?:comparator|date|interval|polarity|number|quoted|name)$/;
  const isAged = (text: string): boolean => mentions(text, "latest") || mentions(text, "oldest");
  return (
    reading?.spans.some(({ kind, text }) => narrows.test(kind) || (kind === "quantifier" && isAged(text))) === true
  );
}

/** The words that a call searches for. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn).slice(-1);
}

/** Words that any text may have are perhaps no name: nothing is known of what they say. */
function mayBeNoName(text: string, { now, zone }: GoalInput): boolean {
  const isCommon = /^(?:verb|word|unknown|number)$/;
  return read(text, { now, zone }).spans.some(
    ({ kind, text: said }) => isCommon.test(kind) && said === said.toLowerCase(),
  );
}

/** The question that a call without one answers: everything it finds. */
function wholeOf(kind: Kind, { args }: PlannedCall, input: GoalInput): Question {
  const search = kind.search === undefined ? undefined : args[kind.search.param];
  return {
    kind,
    wanted: { do: "fields", fields: [] },
    ids: [],
    named: true,
    search:
      typeof search === "string" && search !== "" ? [{ text: search, words: [], loose: false, isName: true }] : [],
    unclear: typeof search === "string" && mayBeNoName(search, input),
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
  { speech, empty, input }: { speech: Speech; empty: string; input: GoalInput },
): string | undefined {
  if (kind?.rows !== undefined)
    return plan.addText(wholeOf(kind, call, input), call.id, { speech, alone: false, data: "" });
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

/** `parts` are questions that are asked one after the other, each over the kinds that it fits. */
function build(
  parts: readonly (readonly Question[])[],
  { speech, data }: { speech: Speech; data: string },
): GrammarOutcome {
  const plan = new Builder();
  const reasons: Reason[] = [];
  const questions = parts.flatMap((part) => part.map((question) => ({ question, alone: part.length === 1 })));
  const texts = questions.flatMap(({ question, alone }) => {
    const found = plan.lookUp(question, alone);
    const tool = question.kind.tool.name;
    for (const { call } of found) reasons.push(...reasonsOf(question.used, { call, tool }));
    return found.flatMap((rows) => plan.addTexts(question, rows, { speech, data, alone: alone && found.length === 1 }));
  });
  const answer =
    texts.length === 1
      ? (texts[0] ?? "")
      : plan.join(texts, questions[0] === undefined ? "" : emptyText(questions[0].question, { speech, data }));
  return { kind: "plan", calls: plan.calls, confidence, reasons, answer };
}

function reasonsOf(used: Question["used"], call: Pick<Reason, "call" | "tool">): Reason[] {
  return used.map(({ span: { from, to, text }, as }) => {
    return { ...call, from, to, words: text, ...(as !== "tool" && { param: "query" }) };
  });
}

/** What is needed, what is there, and the lines that it does or does not suffice for. */
function buildCover({ used, ...cover }: CoverQuestion, speech: Speech): GrammarOutcome {
  const { kind, ids } = cover.record;
  const plan = new Builder();
  const [args = {}] = lookupsOf({ kind, ids, search: [], choices: [] });
  const needed = plan.add(kind.tool.name, args, []);
  const lines = kind.lines === undefined ? { operations: [], needs: [] } : plan.linesOf(kind.lines, undefined);
  const value: Json = kind.rows === undefined ? [`{{${needed}}}`] : `{{${needed}.${kind.rows}}}`;
  const texts = coverOperations(cover, speech).map(
    (own) =>
      `{{${plan.add(transformTool, { value, operations: [...lines.operations, ...own] }, [needed, ...lines.needs])}.value}}`,
  );
  const answer = plan.join(texts, answerWords[speech].nothing(cover.search.map(({ text }) => text).join(", ")));
  const reasons = reasonsOf(used, { call: needed, tool: kind.tool.name });
  return { kind: "plan", calls: plan.calls, confidence, reasons, answer };
}
