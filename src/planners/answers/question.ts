import { languages } from "../../language/languages.ts";
import type { Operation } from "../../language/operation.ts";
import { operationsOf } from "../../language/operations-of.ts";
import type { Reading } from "../../language/reading.ts";
import type { Span } from "../../language/span.ts";
import type { Json } from "../../plan/json.ts";
import type { Field, Kind, Sense } from "./kinds.ts";

/** What is asked of the rows: their fields, how many, one number of a field, or the one at an end. */
export type Wanted =
  | { do: "fields"; fields: readonly Field[] }
  | { do: "count" }
  | { do: "sum" | "average"; field: Field }
  | { do: "first"; field: Field; direction: "ascending" | "descending"; count: number };

/** A question understood over one kind of records. */
export type Question = {
  kind: Kind;
  wanted: Wanted;
  /** An id, words to search for, or neither for all of them. */
  ids: readonly string[];
  search: readonly string[];
  choices: readonly { param: string; value: Json }[];
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

const asking: ReadonlySet<Operation> = new Set(["read", "count", "sum", "average", "compare", "be", "own"]);

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
export function askOf(kind: Kind, reading: Reading, prefixes: readonly string[]): Question | undefined {
  const found: Draft = { ids: [], search: [], choices: [], fields: [], used: [], score: 0, nouns: 0, counts: false };
  for (const span of reading.spans) if (!place(span, kind, { reading, found, prefixes })) return undefined;
  if (found.search.length > 0 && kind.search === undefined) return undefined;
  if (kind.rows === undefined && found.ids.length === 0) return undefined;
  const wanted = wantedOf(kind, reading, found);
  if (wanted === undefined) return undefined;
  const { ids, choices, used, score } = found;
  return { kind, wanted, ids, search: searchTexts(found.search, reading), choices, used, score };
}

type Draft = {
  ids: string[];
  search: Span[];
  choices: { param: string; value: Json }[];
  fields: Field[];
  used: { span: Span; as: "tool" | "argument" | "filter" }[];
  score: number;
  nouns: number;
  counts: boolean;
};
type Scope = {
  reading: Reading;
  found: Draft;
  /** What ids begin with that tools take. */ prefixes: readonly string[];
};

/** Finds what a span is for; false where it is for nothing. */
function place(span: Span, kind: Kind, scope: Scope): boolean {
  const { found } = scope;
  switch (span.kind) {
    case "filler":
    case "question":
    case "link":
    case "pronoun":
      return true;
    case "possessive":
      return span.whose !== "third" && span.whose !== "speaker";
    case "quantifier":
      found.used.push({ span, as: "filter" });
      return /^(?:all|each|any|first|last|some)$/.test(span.value);
    case "comparator":
      found.used.push({ span, as: "filter" });
      return span.value === "most" || span.value === "least" || span.value === "more" || span.value === "less";
    case "act":
      return false;
    case "verb":
      return placeWord(span, kind, scope) || placeVerb(span, scope);
    case "identifier":
      return placeId(span, kind, scope);
    case "name":
    case "quoted":
    case "word":
    case "unknown":
    case "term":
    case "number":
      return (
        placeWord(span, kind, scope) ||
        placeCount(span, scope) ||
        placeSearch(span, kind, scope) ||
        placeRest(span, scope)
      );
    default:
      return false;
  }
}

function placeId(span: Span, kind: Kind, scope: Scope): boolean {
  const { found, prefixes } = scope;
  const said = span.text.toUpperCase();
  if (kind.id === undefined || !said.startsWith(kind.id.prefix))
    return !prefixes.some((prefix) => said.startsWith(prefix)) && placeSearch(span, kind, scope);
  found.ids.push(said);
  found.used.push({ span, as: "argument" });
  found.score += 3;
  return true;
}

/** "Valve count" counts as "how many valves" does. */
function placeCount(span: Span, { found }: Scope): boolean {
  if (!operationsOf(span.text).includes("count")) return false;
  found.counts = true;
  found.used.push({ span, as: "tool" });
  return true;
}

/** Behind a thing that is named, a word of a question only says how what is asked for is connected with it: "expires". */
function placeRest(span: Span, { reading, found }: Scope): boolean {
  if (found.ids.length === 0 || span.kind === "number" || reading.clauses[span.clause]?.act !== "ask") return false;
  found.used.push({ span, as: "tool" });
  found.score -= 0.5;
  return true;
}

function placeSearch(span: Span, kind: Kind, { found }: Scope): boolean {
  if (kind.search === undefined) return false;
  found.search.push(span);
  found.used.push({ span, as: "argument" });
  return true;
}

/** A verb of reading means nothing more; in a question any verb says how the thing asked for is connected. */
function placeVerb(span: Extract<Span, { kind: "verb" }>, { reading, found }: Scope): boolean {
  found.used.push({ span, as: "tool" });
  return asking.has(span.op) || reading.clauses[span.clause]?.act === "ask";
}

/** A noun, a field or an option of the kind. */
function placeWord(span: Span, kind: Kind, { reading, found }: Scope): boolean {
  const stems = reading.tokens
    .slice(span.start, span.end)
    .flatMap(({ stem, lang }) => [stem, ...languages[lang].meanings(stem)]);
  const own = reading.tokens.slice(span.start, span.end).map(({ stem }) => stem);
  const all = new Set(reading.tokens.map(({ stem }) => stem));
  const chosen = kind.choices
    .flatMap(({ param, values }) => values.map((value) => ({ param, ...value })))
    .find((one) => one.stems.some((stem) => own.includes(stem)) && one.stems.every((stem) => all.has(stem)));
  if (chosen !== undefined && !kind.nouns.has(own[0] ?? "")) {
    const { param, value } = chosen;
    if (!found.choices.some((one) => one.param === param)) found.choices.push({ param, value });
    return took(span, "argument", { found, worth: 1 });
  }
  const field = fieldFor(kind.fields, stems, own);
  if (kind.nouns.has(own[0] ?? "") || stems.some((stem) => kind.nouns.has(stem))) {
    found.nouns += 1;
    return took(span, "tool", { found, worth: own.some((stem) => kind.nouns.has(stem)) ? 2 : 1.5 });
  }
  if (field !== undefined) {
    if (!found.fields.includes(field)) found.fields.push(field);
    return took(span, "tool", { found, worth: own.some((stem) => field.stems.includes(stem)) ? 1 : 0.7 });
  }
  if (span.kind === "number" || span.kind === "name" || !own.every((stem) => kind.about.has(stem))) return false;
  return took(span, "tool", { found, worth: 0.5 });
}

function took(span: Span, as: "tool" | "argument", { found, worth }: { found: Draft; worth: number }): true {
  found.used.push({ span, as });
  found.score += worth;
  return true;
}

/** The field that the word names itself before one that a like word names; ids are named by the word "id" alone. */
function fieldFor(fields: readonly Field[], stems: readonly string[], own: readonly string[]): Field | undefined {
  const named = fields.filter(({ sense, stems: name }) => sense !== "id" || name.length === 1);
  return (
    named.find((field) => field.stems.some((stem) => own.includes(stem))) ??
    named.find((field) => stems.includes(field.stems.at(-1) ?? ""))
  );
}

/** What each question word asks for. */
const asked: Readonly<Record<string, readonly Sense[]>> = {
  when: ["date"],
  where: ["place"],
  who: ["person", "name"],
  much: ["money", "quantity"],
  many: ["quantity"],
};

function wantedOf(kind: Kind, reading: Reading, found: Draft): Wanted | undefined {
  const words = reading.spans.flatMap((span) => (span.kind === "question" ? [span.asks] : []));
  const operations = reading.spans.flatMap((span) => (span.kind === "verb" ? [span.op] : []));
  const counts = found.counts || words.includes("many") || operations.includes("count");
  const end = endOf(kind, reading, found);
  if (end !== undefined && kind.rows !== undefined) return end;
  const narrowed = found.search.length > 0 || found.ids.length > 0;
  const money =
    found.fields.find(({ sense }) => sense === "money") ?? kind.fields.find(({ sense }) => sense === "money");
  if (kind.rows !== undefined && money !== undefined && found.ids.length === 0 && found.nouns > 0)
    if (operations.includes("sum") || found.fields.some(({ stems }) => stems.includes("total")))
      return { do: "sum", field: money };
  const quantity = kind.fields.find(({ sense }) => sense === "quantity");
  if (counts && kind.rows !== undefined && (!narrowed || quantity === undefined || found.nouns > 0))
    return { do: "count" };
  if (found.fields.length > 0) return { do: "fields", fields: found.fields };
  const bySense = [...words, ...(counts ? ["many"] : [])].flatMap((word) => asked[word] ?? []);
  const field = bySense.map((sense) => kind.fields.find((one) => one.sense === sense)).find((one) => one !== undefined);
  if (field !== undefined) {
    found.score += 0.8;
    return { do: "fields", fields: [field] };
  }
  if (words.some((word) => asked[word] !== undefined)) return undefined;
  return { do: "fields", fields: [] };
}

/** "The biggest", "the top three", "which one is bigger". */
function endOf(kind: Kind, reading: Reading, { fields }: Draft): Wanted | undefined {
  const span = reading.spans.find(({ kind: of }) => of === "comparator");
  if (span?.kind !== "comparator") return undefined;
  const number = (sense: Sense | undefined): boolean => sense === "money" || sense === "quantity";
  const field = fields.find(({ sense }) => number(sense)) ?? kind.fields.find(({ sense }) => number(sense));
  if (field === undefined) return undefined;
  const direction = span.value === "least" || span.value === "less" ? "ascending" : "descending";
  const count = reading.spans.find(({ kind: of }) => of === "number");
  return { do: "first", field, direction, count: count?.kind === "number" ? count.value : 1 };
}

/** The words in the form in which they are looked up; several numbers of things are looked up one by one. */
function searchTexts(spans: readonly Span[], reading: Reading): string[] {
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
