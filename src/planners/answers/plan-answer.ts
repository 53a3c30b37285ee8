import { read, type Reading } from "../../language/reading.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import { toolWords } from "../account/tool-words.ts";
import { contentStems } from "../grammar/profile/name-words.ts";
import { callId } from "../grammar/build-call.ts";
import type { GoalInput, GrammarOutcome, PlannedCall, Reason } from "../grammar/index.ts";
import { type Speech, speechOf } from "../speech.ts";
import { type Kind, kindsOf } from "./kinds.ts";
import { askOf, isQuestion, type Question } from "./question.ts";
import { listOperations, rowOperations } from "./rows-text.ts";
import { answerWords } from "./words.ts";

/** The tool that works on lists of records. */
const transformTool = "json.transform";

/** Kinds of records that are searched at once where a question does not say which it means. */
const mostKinds = 3;
/** Below this nothing in the question points at the kind. */
const leastScore = 0.7;
/** As sure as a plan is that carries every word: set by hand. */
const confidence = 0.85;

/**
 * Plans a question over what the tools return: a lookup, what is to be made of its rows, and the text of the answer.
 * Undefined where the text is no question, or has a part that no kind of records has a place for.
 */
export function planAnswer(input: GoalInput): GrammarOutcome | undefined {
  if (!canTransform(input)) return undefined;
  const reading = read(input.goal, { now: input.now, zone: input.zone });
  const kinds = kindsOf(input.toolbox);
  if (reading.sentences.length !== 1 || namesTool(reading, input, kinds) || !isQuestion(reading, kinds))
    return undefined;
  const prefixes = kinds.flatMap(({ id }) => (id === undefined ? [] : [id.prefix]));
  const questions = kinds.flatMap((kind) => askOf(kind, reading, prefixes) ?? []).toSorted((a, b) => b.score - a.score);
  const [best] = questions;
  if (best === undefined || best.score < leastScore || isNamedElsewhere(best, input, kinds)) return undefined;
  const equal = questions.filter(({ score }) => score > best.score - 0.1);
  return equal.length > mostKinds ? undefined : build(equal, speechOf(input));
}

/** "Echo the text": words without a verb that begin with what a tool is called are no question. */
function namesTool({ tokens, clauses }: Reading, { toolbox }: GoalInput, kinds: readonly Kind[]): boolean {
  const stem = tokens[0]?.stem ?? "";
  if (clauses[0]?.act !== "tell" || kinds.some(({ nouns }) => nouns.has(stem))) return false;
  return toolbox.some((tool) => toolWords(tool).deeds.has(stem));
}

/** What would be searched for is what another tool is about: "look up the price register" with a tool for that register. */
function isNamedElsewhere({ search }: Question, { toolbox }: GoalInput, kinds: readonly Kind[]): boolean {
  const stems = search.flatMap((text) => contentStems(text));
  if (stems.length === 0) return false;
  return toolbox.some(
    (tool) => kinds.every((kind) => kind.tool !== tool) && stems.every((stem) => toolWords(tool).stems.has(stem)),
  );
}

function canTransform({ toolbox }: Pick<GoalInput, "toolbox">): boolean {
  return toolbox.some(({ name }) => name === transformTool);
}

/** A plan of one lookup whose result is a list gets its rows as text, where no answer was planned. */
export function withRows(outcome: GrammarOutcome, input: GoalInput): GrammarOutcome {
  const [only, ...others] = outcome.kind === "plan" ? outcome.calls : [];
  if (outcome.kind !== "plan" || outcome.answer !== undefined || only === undefined || others.length > 0)
    return outcome;
  const kind = kindsOf(input.toolbox).find(({ tool }) => tool.name === only.tool);
  if (kind?.rows === undefined || only.forEach !== undefined || !canTransform(input)) return outcome;
  const search = kind.search === undefined ? undefined : only.args[kind.search];
  const plan = new Builder();
  plan.calls.push(only);
  const wanted = { do: "fields", fields: [] } as const;
  const question: Question = {
    kind,
    wanted,
    ids: [],
    search: typeof search === "string" && search !== "" ? [search] : [],
    choices: [],
    used: [],
    score: 0,
  };
  const answer = plan.addText(question, only.id, { speech: speechOf(input), alone: true });
  return { ...outcome, calls: plan.calls, answer };
}

function build(questions: readonly Question[], speech: Speech): GrammarOutcome {
  const plan = new Builder();
  const reasons: Reason[] = [];
  const lookups = questions.flatMap((question) => lookupsOf(question).map((args) => ({ question, args })));
  const texts = lookups.map(({ question, args }) => {
    const tool = question.kind.tool.name;
    const call = plan.add(tool, args, []);
    for (const { span, as } of question.used)
      reasons.push({
        call,
        tool,
        from: span.from,
        to: span.to,
        words: span.text,
        ...(as !== "tool" && { param: "query" }),
      });
    return plan.addText(question, call, { speech, alone: lookups.length === 1 });
  });
  const answer =
    texts.length === 1
      ? (texts[0] ?? "")
      : plan.join(texts, answerWords[speech].nothing(questions[0]?.search.join(", ") ?? ""));
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
    const text = `{{${this.add(transformTool, { value, operations: rowOperations(question, how) }, [lookup])}.value}}`;
    const list = kind.fields.find(({ sense }) => sense === "list");
    if (wanted.do === "count") return `${(kind.rows ?? "").replaceAll("_", " ")}: ${text}`;
    if (kind.rows !== undefined || list === undefined || wanted.do !== "fields" || wanted.fields.length > 0)
      return text;
    const below = this.add(transformTool, { value, operations: listOperations(list, how.speech) }, [lookup]);
    return `${text}\n{{${below}.value}}`;
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
function lookupsOf({ kind, ids, search, choices }: Question): JsonObject[] {
  const chosen = Object.fromEntries(choices.map(({ param, value }) => [param, value]));
  const { id, search: param } = kind;
  if (id !== undefined && ids.length > 0) return ids.map((one) => ({ ...chosen, [id.param]: one }));
  if (param === undefined) return [chosen];
  if (search.length > 0) return search.map((words) => ({ ...chosen, [param]: words }));
  return [{ ...chosen, ...(isRequired(kind, param) && { [param]: "" }) }];
}

function isRequired({ tool: { inputSchema } }: Kind, param: string): boolean {
  const required = typeof inputSchema === "object" ? inputSchema["required"] : undefined;
  return Array.isArray(required) && required.includes(param);
}
