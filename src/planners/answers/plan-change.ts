import { transformTool } from "../surfaces/describe-operations.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions, rangesOf } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { callId } from "../grammar/build-call.ts";
import type { GoalInput, GrammarOutcome, PlannedCall } from "../grammar/goal.ts";
import { strings } from "../grammar/profile/schema.ts";
import { speechOf } from "../speech.ts";
import { type Field, type Kind, kindsOf } from "./kinds.ts";
import { isCounted } from "./place-quantity.ts";
import { findOf } from "./rows-text.ts";
import { searchesOf } from "./searches.ts";
import { answerWords } from "./words.ts";

/** As sure as a question is about news: set by hand. */
const confidence = 0.7;

/** Records whose quantity a tool sets by their id. */
type Setter = { tool: string; kind: Kind; id: Field; quantity: Field };

/** The new quantity, or what came in (above 0) or went out. */
type Change = { to: number } | { by: number };

/** News of some things, each with its own number; `isOrdered` where the text also says that it be written. */
export type StockNews = { setter: Setter; items: readonly StockItem[]; isOrdered: boolean };
type StockItem = { change: Change; search: ReturnType<typeof searchesOf> };

/**
 * News of a quantity of something that is called by its name: "we sold 3 pumps", "gloves: 85 now". Which record that is is
 * known only when it is looked up, so nothing is written: the answer says what would change, and how to order it.
 * Undefined where the text is no such news.
 */
export function planChange(input: GoalInput): GrammarOutcome | undefined {
  const { reading, toolbox } = input;
  if (reading === undefined || !toolbox.some(({ name }) => name === transformTool)) return undefined;
  const news = newsIn(reading, toolbox);
  const [item] = news?.items ?? [];
  const isNumbered = reading.spans.some(({ kind }) => kind === "identifier");
  if (news === undefined || item === undefined || news.items.length > 1 || isNumbered) return undefined;
  return build(news.setter, { ...item, reading }, input);
}

/** What a text tells or orders of the quantities of things; undefined where it is no such news. */
export function newsIn(reading: Reading, toolbox: readonly ToolSpec[]): StockNews | undefined {
  if (!isNews(reading)) return undefined;
  const setter = setterOf(toolbox);
  const isOfOther = reading.spans.some(({ kind, text }) => {
    const prefixes = kindsOf(toolbox).flatMap(({ id }) => id?.prefix ?? []);
    return kind === "identifier" && prefixes.some((prefix) => text.toUpperCase().startsWith(prefix));
  });
  if (setter === undefined || isOfOther) return undefined;
  const says = (role: string): boolean => reading.spans.some(({ text }) => hasRole(text.toLowerCase(), role));
  // "Take 5 lamps to Ann" says nothing of the stock; "take 5 lamps off the stock" does.
  const isMoved = ["came in", "went out"].some((role) => mentions(reading.source, role));
  const isSaid = says("sets") || says("counts") || (says("books") && isMoved);
  const isOrdered = isSaid && reading.spans.every((span, at) => isThing(span, at, reading) || isOfNews(span, reading));
  const list = isOrdered && numbersIn(reading).length > 1 ? listIn(reading) : [];
  const change = list.length > 0 ? undefined : changeIn(reading, numbersIn(reading));
  const items = change === undefined ? list : [{ change, search: searchIn(reading) }];
  return items.length === 0 || items.some(({ search }) => search.length !== 1)
    ? undefined
    : { setter, items, isOrdered };
}

function numbersIn({ spans }: Reading): Extract<Span, { kind: "number" }>[] {
  return spans.filter((span) => span.kind === "number");
}

/** "Gloves 80, cable 21", "12 pumps and 80 gloves": behind a heading each part has one number and one thing. */
function listIn(reading: Reading): StockItem[] {
  const sign = signOf(reading);
  if (sign === undefined) return [];
  const colon = reading.tokens.findIndex(({ text }) => text === ":");
  const parts: Span[][] = [[]];
  for (const [at, span] of reading.spans.entries()) {
    const isParted = reading.tokens
      .slice(reading.spans[at - 1]?.end ?? 0, span.start)
      .some(({ text }) => /^[,;.]$/.test(text));
    if (isParted || span.kind === "link") parts.push([]);
    if (span.start > colon) parts.at(-1)?.push(span);
  }
  const isItem = (spans: Span[]): boolean =>
    sign === 0 || spans.some(({ kind }) => kind === "number") || searchIn({ ...reading, spans }).length > 0;
  const items = parts.filter((part) => part.some(({ kind }) => kind !== "link" && kind !== "filler") && isItem(part));
  const found = items.flatMap((spans) => {
    const part = { ...reading, spans };
    const [only, ...others] = numbersIn(part);
    const isWhole =
      only !== undefined &&
      Number.isInteger(only.value) &&
      only.value >= 0 &&
      (only.unit === undefined || isCounted(only, part));
    return !isWhole || others.length > 0
      ? []
      : [{ change: sign === 0 ? { to: only.value } : { by: sign * only.value }, search: searchIn(part) }];
  });
  return found.length === items.length ? found : [];
}

/** Whether the numbers of a list came in (1), went out (-1) or are all there is (0); undefined where the text mixes them. */
function signOf({ source, spans }: Reading): -1 | 0 | 1 | undefined {
  const [comesIn, goesOut] = [mentions(source, "came in"), mentions(source, "went out")];
  if (!comesIn && !goesOut) return 0;
  const isCounted = spans.some(({ text }) => ["sets", "counts"].some((role) => hasRole(text.toLowerCase(), role)));
  const isAll = mentions(source, "stands at") || mentions(source, "stands now");
  const isEither = spans.some((span) => span.kind === "link" && span.link === "or");
  if (comesIn === goesOut || isCounted || isAll || isEither) return undefined;
  return comesIn ? 1 : -1;
}

/** Told or ordered without a doubt, a condition or a plan, and of no money, level or reservation. */
function isNews({ clauses, spans, source }: Reading): boolean {
  const isPlain = clauses.every(
    ({ act, polarity, role }) =>
      (act === "tell" || act === "do") && role === "main" && (polarity === "positive" || polarity === "alternative"),
  );
  const isOther = ["asks money", "reorder level", "asks reserved", "wanting", "ability", "plans", "low supply"].some(
    (role) => mentions(source, role),
  );
  // "Order 5 more" is no news; "5 more arrived" is.
  const isWish = mentions(source, "some more") && !mentions(source, "came in");
  return (
    isPlain && !isOther && !isWish && !spans.some(({ kind }) => /^(?:question|email|url|act|recurrence)$/.test(kind))
  );
}

/** Records that can be listed, with a tool that needs their id and quantity and nothing else. */
function setterOf(toolbox: readonly ToolSpec[]): Setter | undefined {
  for (const kind of kindsOf(toolbox)) {
    const id = kind.fields.find(({ sense }) => sense === "id");
    const quantity = kind.fields.find(({ sense }) => sense === "quantity");
    if (
      kind.rows === undefined ||
      kind.lines !== undefined ||
      !kind.listsAll ||
      id === undefined ||
      quantity === undefined
    )
      continue;
    const tool = toolbox.find(({ effect, inputSchema }) => {
      const required = isJsonObject(inputSchema) ? strings(inputSchema["required"]) : [];
      return (
        effect !== "read" && required.length === 2 && required.includes(id.name) && required.includes(quantity.name)
      );
    });
    if (tool !== undefined) return { tool: tool.name, kind, id, quantity };
  }
  return undefined;
}

/** "Six now" goes before "broke one"; undefined where the text says neither clearly. */
function changeIn(reading: Reading, numbers: readonly Extract<Span, { kind: "number" }>[]): Change | undefined {
  const isDenied = ({ start }: Span): boolean =>
    reading.spans.some((span) => span.kind === "polarity" && span.scope.start <= start && start < span.scope.end);
  const said = numbers.filter((span) => !isDenied(span));
  const isWhole = said.every(
    (span) => Number.isInteger(span.value) && span.value >= 0 && (span.unit === undefined || isCounted(span, reading)),
  );
  if (!isWhole || said.length === 0 || said.length > 2) return undefined;
  const [absolute, ...others] = said.filter((span) => isAbsolute(span, reading));
  if (absolute !== undefined) return others.length === 0 ? { to: absolute.value } : undefined;
  const [only, ...more] = said;
  const [comesIn, goesOut] = [mentions(reading.source, "came in"), mentions(reading.source, "went out")];
  if (only === undefined || more.length > 0 || comesIn === goesOut) return undefined;
  return { by: comesIn ? only.value : -only.value };
}

/** Words before and behind a number that say that it is all there is. */
const [wordsBefore, wordsBehind] = [3, 4];

function isAbsolute({ start, end }: Span, { tokens, source }: Reading): boolean {
  const text = (from: number, to: number): string => source.slice(tokens[from]?.from ?? 0, tokens[to - 1]?.to);
  const before = text(Math.max(0, start - wordsBefore), start);
  const behind = text(end, Math.min(tokens.length, end + wordsBehind)).replace(/[,.;!].*$/s, "");
  const isSet =
    tokens.slice(0, start).some(({ lower }) => hasRole(lower, "sets")) &&
    (hasRole(tokens[start - 1]?.lower ?? "", "up to") || mentions(source, "asks quantity"));
  return (start > 0 && mentions(before, "stands at")) || (behind !== "" && mentions(behind, "stands now")) || isSet;
}

/** What may stand in an order beside its things and numbers: small words, what was done, where, and when where it is told. */
function isOfNews(span: Span, { clauses, source }: Reading): boolean {
  const roles = ["sets", "counts", "books", "came in", "went out", "stands at", "stands now", ...thingRoles];
  const isIn = (role: string): boolean =>
    rangesOf(source, role).some(({ from, to }) => from <= span.from && span.to <= to);
  if (/^(?:number|filler|pronoun|possessive|polarity)$/.test(span.kind)) return true;
  if (span.kind === "link") return span.link === "and" || span.link === "then";
  const isTold = clauses[span.clause]?.act === "tell";
  if (isTold && /^(?:date|time|interval|word|unknown|name)$/.test(span.kind)) return true;
  return roles.some((role) => hasRole(span.text.toLowerCase(), role) || isIn(role));
}

const thingRoles = ["count unit", "asks quantity", "supply", "thing", "be form", "some more"];

/** What the news is of: things that are named without a preposition that says where, whom or why. */
function searchIn(reading: Reading): ReturnType<typeof searchesOf> {
  const search = reading.spans.filter((span, at) => isThing(span, at, reading));
  return searchesOf({ search, breaks: [], used: [] }, reading);
}

function isThing(span: Span, at: number, { spans, source }: Reading): boolean {
  const deeds = ["came in", "went out"].flatMap((role) => rangesOf(source, role));
  const lower = span.text.toLowerCase();
  const isRole =
    ["sets", "counts", "books", ...thingRoles].some((role) => hasRole(lower, role)) ||
    deeds.some(({ from, to }) => from <= span.from && span.to <= to);
  const before = spans
    .slice(0, at)
    .findLast(({ kind, text }) => kind !== "filler" || hasRole(text.toLowerCase(), "aside"));
  const isAside = before?.kind === "filler";
  return /^(?:word|unknown|name|identifier|quoted)$/.test(span.kind) && !isRole && !isAside;
}

type NewsOfOne = { change: Change; search: ReturnType<typeof searchesOf>; reading: Reading };

/** Looks the record up, and asks for the change with its number and both figures. */
function build(
  { kind, id, quantity }: Setter,
  { change, search, reading }: NewsOfOne,
  input: GoalInput,
): GrammarOutcome {
  const speech = speechOf(input);
  const { setTo, label, nothing } = answerWords[speech];
  const [list, text] = [callId(0), callId(1)];
  const name = kind.fields.find(({ sense }) => sense === "name") ?? id;
  const becomes = "to" in change ? String(change.to) : "{becomes}";
  const template = setTo({
    name: `{${name.name}}`,
    id: `{${id.name}}`,
    field: label(quantity.words),
    is: `{${quantity.name}}`,
    becomes,
  });
  const operations: JsonObject[] = [
    { ...findOf(search), exact: true },
    ...("by" in change
      ? [{ op: "compute", pointer: `/${quantity.name}`, by: "minus", with: -change.by, as: "becomes" }]
      : []),
    { op: "lines", template, most: 3, empty: nothing(search.map((one) => one.text).join(" ")) },
  ];
  const args = kind.search === undefined ? {} : { [kind.search.param]: "" };
  const calls: PlannedCall[] = [
    { id: list, tool: kind.tool.name, args, dependsOn: [] },
    { id: text, tool: transformTool, args: { value: `{{${list}.${kind.rows ?? ""}}}`, operations }, dependsOn: [list] },
  ];
  const reasons = reading.spans.map(({ from, to, text: words }) => ({
    call: list,
    tool: kind.tool.name,
    from,
    to,
    words,
  }));
  return { kind: "plan", calls, confidence, reasons, answer: `{{${text}.value}}` };
}
