import { languages } from "../../language/languages.ts";
import type { Operation } from "../../language/operation.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions } from "../../language/roles.ts";
import type { Span } from "../../language/span.ts";
import type { Json } from "../../plan/json.ts";
import type { Field, Kind, Sense } from "./kinds.ts";
import { asking, emptyPlacement, isEnd, place, type Placement } from "./place.ts";

/** What is asked of the rows: their fields, how many, one number of a field, or the one at an end. */
export type Wanted =
  | { do: "fields"; fields: readonly Field[] }
  | { do: "count" }
  | { do: "sum" | "average"; field: Field }
  /** All of them in that order where no count is said. */
  | { do: "first"; field: Field | undefined; direction: "ascending" | "descending"; count: number | undefined };

/** A test that rows must pass. */
export type Filter = { field: Field; is: "less" | "at_most" | "more" | "at_least"; to: Json };

/** Fields of another kind, reached by an id that both have. */
export type Link = { kind: Kind; id: string; fields: readonly Field[] };

/** A question understood over one kind of records. */
export type Question = {
  kind: Kind;
  wanted: Wanted;
  /** An id, words to search for, or neither for all of them. */
  ids: readonly string[];
  search: readonly string[];
  choices: readonly { param: string; value: Json }[];
  filters: readonly Filter[];
  link?: Link;
  /** Spans that were used, and what for. */
  used: readonly { span: Span; as: "tool" | "argument" | "filter" }[];
  score: number;
};

/** Whether the text asks for something and changes nothing. */
export function isQuestion(reading: Reading, kinds: readonly Kind[]): boolean {
  return reading.clauses.every(({ act, polarity, verb, role }) => {
    if (polarity !== "positive" || role !== "main" || (act !== "ask" && act !== "do" && act !== "tell")) return false;
    const span = verb === undefined ? undefined : reading.spans[verb];
    if (act === "ask" || verb === undefined || span?.kind !== "verb" || asking.has(span.op)) return true;
    return isFieldName(reading, verb, kinds);
  });
}

/** "Phone of Northwind", "email address of Acme": the word names a field, and no order is given. */
function isFieldName({ spans, tokens }: Reading, at: number, kinds: readonly Kind[]): boolean {
  const names = (span: Span | undefined): boolean => {
    const stem = span === undefined ? "" : (tokens[span.start]?.stem ?? "");
    return kinds.some(({ fields }) => fields.some(({ stems }) => stems.includes(stem)));
  };
  const [span, next] = [spans[at], spans[at + 1]];
  const linked = next?.kind === "filler" && languages.en.prepositions.has(next.text.toLowerCase());
  return (
    at === 0 &&
    names(span) &&
    (linked || (next?.kind === "word" && tokens[next.end]?.lang === "en" && spans[at + 2]?.kind === "filler"))
  );
}

/** The question over one kind of records; undefined where the kind has no place for something that was said. */
export function askOf(kind: Kind, reading: Reading, kinds: readonly Kind[]): Question | undefined {
  const found = emptyPlacement();
  const prefixes = kinds.flatMap(({ id }) => (id === undefined ? [] : [id.prefix]));
  for (const span of reading.spans) if (!place(span, kind, { reading, found, prefixes })) return undefined;
  const isNamed = found.nouns > 0 || found.fields.length > 0;
  if (found.search.length > 0 && (kind.search === undefined || (kind.search.foreign && !isNamed))) return undefined;
  if (kind.rows === undefined && found.ids.length === 0) return undefined;
  const asked = linkedFrom(kind, kinds, { reading, found }) ?? wantedOf(kind, reading, found);
  if (asked === undefined) return undefined;
  const { ids, choices, filters, used, score } = found;
  return { kind, ...asked, ids, search: searchTexts(found.search, reading), choices, filters, used, score };
}

/** What each question word asks for. */
const asked: Readonly<Record<string, readonly Sense[]>> = {
  when: ["date"],
  where: ["place"],
  who: ["person", "name"],
  much: ["money", "quantity"],
  many: ["quantity"],
};

type WantedPart = Pick<Question, "wanted" | "link">;

function wantedOf(kind: Kind, reading: Reading, found: Placement): WantedPart | undefined {
  const words = reading.spans.flatMap((span) => (span.kind === "question" ? [span.asks] : []));
  const operations = reading.spans.flatMap((span) => (span.kind === "verb" ? [span.op] : []));
  const counts = found.counts || words.includes("many") || operations.includes("count");
  const end = endOf(kind, reading, found);
  if (end !== undefined && kind.rows !== undefined) return { wanted: end };
  const narrowed = found.search.length > 0 || found.ids.length > 0;
  const sum = sumOf(kind, operations, found);
  if (sum !== undefined) return { wanted: sum };
  const quantity = kind.fields.find(({ sense }) => sense === "quantity");
  if (counts && kind.rows !== undefined && (!narrowed || quantity === undefined || found.nouns > 0))
    return { wanted: { do: "count" } };
  if (found.fields.length > 0) return { wanted: { do: "fields", fields: found.fields } };
  const supply = mentions(reading.source, "supply");
  const senses = [...words, ...(counts ? ["many"] : [])].flatMap((word) => asked[word] ?? []);
  const bySense: readonly Sense[] = supply && !words.some(isOtherQuestion) ? ["quantity"] : senses;
  const field = bySense.map((sense) => kind.fields.find((one) => one.sense === sense)).find((one) => one !== undefined);
  if (field !== undefined) {
    found.score += 0.8;
    return { wanted: { do: "fields", fields: [field] } };
  }
  if (bySense.length > 0) return undefined;
  return { wanted: { do: "fields", fields: [] } };
}

/** When, where and who ask for something else than how much there is. */
function isOtherQuestion(word: string): boolean {
  return asked[word] !== undefined && word !== "much" && word !== "many";
}

function sumOf(kind: Kind, operations: readonly Operation[], found: Placement): Wanted | undefined {
  if (kind.rows === undefined || found.ids.length > 0 || found.nouns === 0) return undefined;
  const isMoney = ({ sense }: Field): boolean => sense === "money";
  const field = found.fields.find(isMoney) ?? kind.fields.find(isMoney);
  if (field === undefined) return undefined;
  if (operations.includes("average")) return { do: "average", field };
  const sums = operations.includes("sum") || found.fields.some(({ stems }) => stems.includes("total"));
  return sums ? { do: "sum", field } : undefined;
}

/** "Who supplies the cable": the records have no person, and the id of a record of another kind that has a name. */
function linkedFrom(
  kind: Kind,
  kinds: readonly Kind[],
  { reading, found }: { reading: Reading; found: Placement },
): WantedPart | undefined {
  const who = reading.spans.some((span) => span.kind === "question" && span.asks === "who");
  if (!who || found.search.length + found.ids.length === 0 || kind.fields.some(({ sense }) => sense === "person"))
    return undefined;
  const links = kinds.flatMap((other) => {
    const id = other.fields.find(({ sense }) => sense === "id")?.name ?? "";
    const name = other.fields.find(({ sense }) => sense === "name");
    const isShared = kind.fields.slice(1).some((field) => field.sense === "id" && field.name === id);
    return other.rows === undefined || name === undefined || !isShared ? [] : [{ kind: other, id, fields: [name] }];
  });
  const [link] = links;
  if (link === undefined || links.length > 1) return undefined;
  found.score += found.connects ? 1.2 : 0.8;
  return { wanted: { do: "fields", fields: [] }, link };
}

/** "The biggest", "the top three", "which one is bigger"; the first three in their own order where no number is named. */
function endOf(kind: Kind, reading: Reading, { fields }: Placement): Wanted | undefined {
  const span = reading.spans.find(isEnd);
  if (span === undefined) return undefined;
  const priced = mentions(span.text, "cheapest") || mentions(span.text, "priciest");
  const number = ({ sense }: Field): boolean => sense === "money" || (sense === "quantity" && !priced);
  const compares = span.kind === "comparator";
  const field = fields.find(number) ?? (compares ? kind.fields.find(number) : undefined);
  if (field === undefined && compares) return undefined;
  const ascending = compares ? span.value === "least" : span.kind === "quantifier" && span.value === "last";
  const two = reading.spans.some((one) => one.kind === "quantifier" && one.value === "both");
  const own = span.kind === "quantifier" ? span.count : two ? 2 : undefined;
  const said = reading.spans.find((one) => one.kind === "number" && one.ordinal !== true);
  const count = own ?? (said?.kind === "number" ? said.value : undefined);
  if (!compares && count === undefined) return undefined;
  const next = reading.spans[reading.spans.indexOf(span) + 1];
  const isOrder = compares && hasRole(next?.text.toLowerCase() ?? "", "first of");
  const direction = ascending ? "ascending" : "descending";
  return { do: "first", field, direction, count: isOrder ? undefined : (count ?? 1) };
}

/** The words in the form in which they are looked up; several numbers of things are looked up one by one. */
export function searchTexts(spans: readonly Span[], reading: Reading): string[] {
  const ids = spans.filter(({ kind }) => kind === "identifier");
  if (ids.length > 1 && ids.length === spans.length) return ids.map(({ text }) => text);
  const text = spans.map((span) => searchWord(span, reading)).join(" ");
  return text === "" ? [] : [text];
}

/** A number is parted from its unit, a Russian word put into the nominative. */
function searchWord(span: Span, { tokens }: Reading): string {
  if (span.kind === "number") return [String(span.value), span.unitText ?? ""].join(" ").trim();
  if (span.kind === "quoted") return span.value;
  const words = tokens.slice(span.start, span.end);
  return words.some(({ lang }) => lang === "ru") ? languages.ru.normalForm(words) : span.text;
}
