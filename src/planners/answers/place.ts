import { languages } from "../../language/languages.ts";
import type { Operation } from "../../language/operation.ts";
import { operationsOf } from "../../language/operations-of.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions } from "../../language/roles.ts";
import type { DateSpan, Span } from "../../language/span.ts";
import type { Json } from "../../plan/json.ts";
import type { Field, Kind } from "./kinds.ts";
import type { Filter } from "./question.ts";
import { isKeyOf } from "../../plan/keys.ts";

/** What the spans of a question are used for, as far as it has been read. */
export type Placement = {
  ids: string[];
  search: Span[];
  choices: { param: string; value: Json }[];
  filters: Filter[];
  fields: Field[];
  used: { span: Span; as: "tool" | "argument" | "filter" }[];
  score: number;
  nouns: number;
  counts: boolean;
  /** "Anna's": what follows says more about what is hers, and may be left out. */
  isOwned: boolean;
  /** "Who sells": a verb connects what is asked for with what is named. */
  connects: boolean;
};

export function emptyPlacement(): Placement {
  return {
    ids: [],
    search: [],
    choices: [],
    filters: [],
    fields: [],
    used: [],
    score: 0,
    nouns: 0,
    counts: false,
    isOwned: false,
    connects: false,
  };
}

type Scope = {
  reading: Reading;
  found: Placement;
  /** What ids begin with that tools take. */
  prefixes: readonly string[];
};

export const asking: ReadonlySet<Operation> = new Set(["read", "count", "sum", "average", "compare", "be", "own"]);

/** Finds what a span is for; false where it is for nothing. */
export function place(span: Span, kind: Kind, scope: Scope): boolean {
  const { found } = scope;
  switch (span.kind) {
    case "filler":
    case "question":
    case "link":
    case "pronoun":
      return true;
    case "possessive":
      found.isOwned ||= span.whose === "named";
      found.used.push({ span, as: "filter" });
      return span.whose !== "third" && span.whose !== "speaker";
    case "quantifier":
      found.used.push({ span, as: "filter" });
      // "The two cheapest" are two of many.
      return /^(?:all|each|any|first|last|some)$/.test(span.value) || scope.reading.spans.some(isEnd);
    case "comparator":
      return placeComparator(span, kind, scope);
    case "act":
      return false;
    case "date":
    case "interval":
      return placeDate(span, kind, scope);
    case "verb":
      if (span.op === "read") return placeVerb(span, scope);
      return placeWord(span, kind, scope) || placeVerb(span, scope) || isLeftOut(scope);
    case "identifier":
      return placeId(span, kind, scope);
    case "number":
      return placeNumber(span, kind, scope);
    case "name":
    case "quoted":
    case "word":
    case "unknown":
      return (
        placeLow(span, kind, scope) ??
        (placeWord(span, kind, scope) ||
          placeCount(span, scope) ||
          placeConnection(span, scope) ||
          placeValueNoun(span, scope) ||
          isLeftOut(scope) ||
          (!isDateVerb(span, kind) && placeSearch(span, kind, scope)) ||
          placeRest(span, scope))
      );
    default:
      return false;
  }
}

/** Behind an owner other words are left out; the account says so in the answer. */
function isLeftOut({ found }: Scope): boolean {
  if (!found.isOwned || found.search.length + found.ids.length === 0) return false;
  found.score -= 0.1;
  return true;
}

function placeId(span: Span, kind: Kind, scope: Scope): boolean {
  const { found, prefixes } = scope;
  const said = span.text.toUpperCase();
  if (kind.id === undefined || !said.startsWith(kind.id.prefix))
    return !prefixes.some((prefix) => said.startsWith(prefix)) && placeSearch(span, kind, scope);
  found.ids.push(said);
  return took(span, "argument", { found, worth: 3 });
}

/** "Over 500", "the top 3", "quote 192", or a part of a name. */
function placeNumber(span: Extract<Span, { kind: "number" }>, kind: Kind, scope: Scope): boolean {
  const { reading, found } = scope;
  const at = reading.spans.indexOf(span);
  const before = reading.spans[at - 1];
  if (before?.kind === "comparator" && before.value in tests) return true;
  if (reading.spans.some((one) => isEnd(one))) return took(span, "argument", { found, worth: 0 });
  const isNamed = before !== undefined && reading.tokens.slice(before.start, before.end).some(isNoun(kind));
  if (kind.id !== undefined && isNamed && Number.isInteger(span.value)) {
    found.ids.push(`${kind.id.prefix}${String(span.value).padStart(kind.id.digits, "0")}`);
    return took(span, "argument", { found, worth: 3 });
  }
  return placeWord(span, kind, scope) || placeSearch(span, kind, scope) || placeRest(span, scope);
}

function isNoun({ nouns }: Kind): (token: { stem: string }) => boolean {
  return ({ stem }) => nouns.has(stem);
}

/** Chooses by an order: the biggest, the first three. */
export function isEnd(span: Span): boolean {
  if (span.kind === "quantifier") return span.value === "first" || span.value === "last";
  return span.kind === "comparator" && (span.value === "most" || span.value === "least");
}

const tests = { more: "more", less: "less", atLeast: "at_least", atMost: "at_most" } as const;

/** "The biggest" chooses; "more than 5" tests a number of the rows. */
function placeComparator(span: Extract<Span, { kind: "comparator" }>, kind: Kind, { reading, found }: Scope): boolean {
  found.used.push({ span, as: "filter" });
  if (isEnd(span)) return true;
  const number = reading.spans[reading.spans.indexOf(span) + 1];
  // "Below the reorder point": the option of the tool is called so.
  if (number?.kind !== "number" || !isKeyOf(tests, span.value))
    return placeWord(span, kind, { reading, found, prefixes: [] });
  const senses =
    number.currency === undefined && mentions(reading.source, "supply") ? ["quantity"] : ["money", "quantity"];
  const field = senses.map((sense) => kind.fields.find((one) => one.sense === sense)).find((one) => one !== undefined);
  if (field === undefined || kind.rows === undefined) return false;
  found.filters.push({ field, is: tests[span.value], to: number.scaled ?? number.value });
  return took(number, "filter", { found, worth: 0.5 });
}

/** A window over a date of the rows. An end of validity is meant only where the question speaks of it. */
function placeDate(span: DateSpan & Span, kind: Kind, { reading, found }: Scope): boolean {
  const dates = kind.fields.filter(({ sense }) => sense === "date");
  // What has no date is known as it is now: the answer says that the time was not used.
  if (dates.length === 0 && kind.rows !== undefined) return true;
  const named = dates.find((field) => found.fields.includes(field));
  const expires = mentions(reading.source, "expires");
  const field = named ?? dates.find(({ stems }) => stems.some((stem) => hasRole(stem, "validity")) === expires);
  if (field === undefined || kind.rows === undefined) return false;
  found.fields = found.fields.filter((one) => one !== field);
  found.filters.push(...windowOf(span).map((test) => ({ field, ...test })));
  return took(span, "filter", { found, worth: 0.5 });
}

/** Moments compare by their letters, so that a whole day ends before the next one. */
function windowOf({ relation, first, last }: DateSpan): Omit<Filter, "field">[] {
  const from = { is: "at_least", to: first } as const;
  const until = { is: "less", to: nextDay(last) } as const;
  if (relation === "by" || relation === "until") return [until];
  if (relation === "before") return [{ is: "less", to: first }];
  if (relation === "after") return [{ is: "at_least", to: nextDay(last) }];
  return relation === "from" ? [from] : [from, until];
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** "Low on stock": an option of the tool says so, or nothing does; it is no name. */
function placeLow(span: Span, { choices }: Kind, { found }: Scope): boolean | undefined {
  if (!hasRole(span.text.toLowerCase(), "low supply")) return undefined;
  const low = choices.find(({ values }) => values.some(({ stems }) => stems.some((stem) => hasRole(stem, "low name"))));
  const [value] = low?.values ?? [];
  if (low === undefined || value === undefined) return false;
  if (!found.choices.some(({ param }) => param === low.param))
    found.choices.push({ param: low.param, value: value.value });
  return took(span, "argument", { found, worth: 1 });
}

/** "Who sells cable": the verb says how what is asked for is connected. */
function placeConnection(span: Span, { reading, found }: Scope): boolean {
  const before = reading.spans[reading.spans.indexOf(span) - 1];
  const isVerb = before?.kind === "question" && before.asks === "who" && span.kind !== "name" && span.kind !== "quoted";
  found.connects ||= isVerb;
  return isVerb && took(span, "tool", { found, worth: 0 });
}

/** "Valve count" counts as "how many valves" does. */
function placeCount(span: Span, { found }: Scope): boolean {
  if (!operationsOf(span.text).includes("count")) return false;
  found.counts = true;
  return took(span, "tool", { found, worth: 0 });
}

/** "Email address", "phone number": the word behind a field only says what kind of value it is. */
function placeValueNoun(span: Span, { reading, found }: Scope): boolean {
  const before = reading.spans[reading.spans.indexOf(span) - 1];
  const last = found.used.at(-1)?.span;
  if (found.fields.length === 0 || before !== last || !hasRole(span.text.toLowerCase(), "value noun")) return false;
  return took(span, "tool", { found, worth: 0 });
}

/** "Expires" is no name where the records have a date. */
function isDateVerb({ text }: Span, { fields }: Kind): boolean {
  return hasRole(text.toLowerCase(), "expires") && fields.some(({ sense }) => sense === "date");
}

/** Behind a thing that is named, a word of a question only says how what is asked for is connected with it: "expires". */
function placeRest(span: Span, { reading, found }: Scope): boolean {
  if (hasRole(span.text.toLowerCase(), "expires")) return took(span, "tool", { found, worth: 0 });
  if (found.ids.length === 0 || span.kind === "number" || reading.clauses[span.clause]?.act !== "ask") return false;
  return took(span, "tool", { found, worth: -0.5 });
}

function placeSearch(span: Span, kind: Kind, { reading, found }: Scope): boolean {
  if (kind.search === undefined || (span.kind === "word" && !isPartOfName(span, reading))) return false;
  found.search.push(span);
  return took(span, "argument", { found, worth: 0 });
}

/** A common word is searched for only as a part of a name: "steel pipe DN50", not "needs". */
function isPartOfName({ start, end }: Span, { spans }: Reading): boolean {
  const names = spans.filter(({ kind }) => /^(?:name|unknown|identifier|number|quoted)$/.test(kind));
  return names.some((one) => one.end === start || one.start === end);
}

/** A verb of reading means nothing more; in a question any verb says how the thing asked for is connected. */
function placeVerb(span: Extract<Span, { kind: "verb" }>, { reading, found }: Scope): boolean {
  if (!asking.has(span.op) && reading.clauses[span.clause]?.act !== "ask") return false;
  return took(span, "tool", { found, worth: 0 });
}

/** A noun, a field or an option of the kind. */
function placeWord(span: Span, kind: Kind, { reading, found }: Scope): boolean {
  const stems = reading.tokens
    .slice(span.start, span.end)
    .flatMap(({ stem, lang }) => [stem, ...languages[lang].meanings(stem)]);
  const own = reading.tokens.slice(span.start, span.end).map(({ stem }) => stem);
  const all = new Set(reading.tokens.map(({ stem }) => stem));
  // A single option may also be said in the other language.
  const isSaid = (wanted: readonly string[]): boolean =>
    wanted.length === 1
      ? (reading.tokens[span.start]?.lang === "en" ? own : stems).includes(wanted[0] ?? "")
      : wanted.some((stem) => own.includes(stem)) && wanted.every((stem) => all.has(stem));
  const chosen = kind.choices
    .flatMap(({ param, values }) => values.map((value) => ({ param, ...value })))
    .find((one) => isSaid(one.stems));
  // "Expire this month" asks for a date, and for no status.
  const isDated =
    hasRole(span.text.toLowerCase(), "expires") &&
    reading.spans.some((one) => one.kind === "date" || one.kind === "interval");
  if (chosen !== undefined && !isDated && !kind.nouns.has(own[0] ?? "")) {
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

function took(
  span: Span,
  as: "tool" | "argument" | "filter",
  { found, worth }: { found: Placement; worth: number },
): true {
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
