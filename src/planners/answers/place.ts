import { meantStems } from "../../language/words/meant-stems.ts";
import { operationsOf } from "../../language/words/operations-of.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions, rangesOf } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import { isKeyOf } from "../../plan/keys.ts";
import { cuesAt, cuesOf, errandIn, leadIn } from "./cues.ts";
import { type Field, isPrice, isSearchable, type Kind, type Sense } from "./kinds.ts";
import { isCounted, placeCues, placeHint, placeNeeded } from "./place-quantity.ts";
import { placeOption, placeWord } from "./place-word.ts";
import { datesOf, placeDate } from "./place-date.ts";
import { asking, type Placement, type Scope, took } from "./placement.ts";
import { salesIn } from "./sales.ts";
import type { Filter } from "./question.ts";

/** Finds what each span is for; false where one is for nothing. Ids come first: they say what the other words are about. */
export function placeAll(spans: readonly Span[], kind: Kind, scope: Scope): boolean {
  const isId = (span: Span): boolean => idIn(span, kind, scope.reading) !== undefined;
  const leading = new Set([...leadIn(scope.reading), ...errandIn(scope.reading)]);
  const cues = cuesOf(scope.reading);
  const sales = salesIn(scope.reading);
  for (const span of spans.filter(isId)) {
    scope.found.ids.push(idIn(span, kind, scope.reading) ?? "");
    took(span, "argument", { found: scope.found, worth: 3 });
  }
  return spans.every((span) => {
    if (isId(span)) return true;
    if (leading.has(span)) return took(span, "tool", { found: scope.found, worth: 0 });
    if (kind.lines !== undefined && sales.some(({ from, to }) => from <= span.from && span.to <= to))
      return placeSale(span, kind, scope);
    return placeCues(span, cuesAt(cues, span), { kind, scope }) ?? place(span, kind, scope);
  });
}

/** "We charge", "they pay": of the lines of sales, and for what one costs. */
function placeSale(span: Span, { fields }: Kind, { found }: Scope): boolean {
  const price = hasRole(span.text.toLowerCase(), "asks money") ? fields.find(isPrice) : undefined;
  if (price !== undefined) found.fields.push(price);
  return took(span, "tool", { found, worth: 2.5 });
}

/** Finds what a span is for; false where it is for nothing. */
function place(span: Span, kind: Kind, scope: Scope): boolean {
  const { found } = scope;
  switch (span.kind) {
    case "link":
      if (span.link === "if") found.supposed = placeIf(span, scope);
      if (found.search.length > 0) found.breaks.push(found.search.length);
      return true;
    case "filler":
      // "More bolts than valves".
      if (found.search.length > 0 && hasRole(span.text.toLowerCase(), "compared to"))
        found.breaks.push(found.search.length);
      // Rows that lack something are not looked for.
      return !hasRole(span.text.toLowerCase(), "lacking");
    case "question":
    case "pronoun":
      return true;
    case "possessive":
      return placeOwner(span, found);
    case "quantifier":
      found.used.push({ span, as: "filter" });
      // "The newest" needs a day on which the records began.
      if (isAged(span) && datesOf(kind).length === 0) return false;
      // "The two cheapest" are two of many.
      return /^(?:all|each|any|first|last|some|only|both)$/.test(span.value) || scope.reading.spans.some(isEnd);
    case "comparator":
      return placeComparator(span, kind, scope);
    case "act":
      return placeAct(span, kind, scope);
    case "date":
    case "interval":
      return placeDate(span, kind, scope);
    case "verb":
      found.connects ||= !found.supposed && hasRole(span.text.toLowerCase(), "provides");
      if (span.op === "read") return placeVerb(span, scope);
      if (placeWord(span, kind, scope)) return true;
      return !isPast(span, scope) && (placeVerb(span, scope) || placeFulfilled(span, scope) || isLeftOut(scope));
    case "identifier":
      return placeId(span, kind, scope);
    case "number":
      return placeNumber(span, kind, scope);
    case "name":
    case "quoted":
    case "word":
    case "unknown":
      return (
        placeWord(span, kind, scope) ||
        placeCount(span, scope) ||
        placeConnection(span, scope) ||
        placeValueNoun(span, scope) ||
        placeFulfilled(span, scope) ||
        placeHint(span, kind, scope) ||
        isLeftOut(scope) ||
        (!isDateVerb(span, kind) && !isPast(span, scope) && placeSearch(span, kind, scope)) ||
        placeRest(span, kind, scope)
      );
    default:
      return false;
  }
}

/** "Yes" says nothing more; before a noun, "confirmed" tells which. */
function placeAct(span: Extract<Span, { kind: "act" }>, kind: Kind, scope: Scope): boolean {
  const { spans } = scope.reading;
  const next = spans[spans.indexOf(span) + 1];
  const isAdjective = next?.start === span.end && /^(?:word|unknown|name)$/.test(next.kind);
  if (isAdjective) return placeOption(span, kind, scope) || placeSearch(span, kind, scope);
  return span.act === "confirm" || hasRole(span.text.toLowerCase(), "restates");
}

/** Whether it says what would be; "if the reserve stays" only says what counts. */
function placeIf(span: Span, { reading, found }: Scope): boolean {
  const next = reading.spans[reading.spans.indexOf(span) + 1] ?? span;
  return took(span, "tool", { found, worth: 0 }) && !cuesAt(cuesOf(reading), next).includes("free supply");
}

/** "Anna's"; "is the paint above its minimum": of what was named before. */
function placeOwner(span: Extract<Span, { kind: "possessive" }>, found: Placement): boolean {
  found.isOwned ||= span.whose === "named";
  found.isTold ||= span.whose === "third" && found.nouns > 0;
  found.used.push({ span, as: "filter" });
  const isKnown = found.search.length + found.ids.length + found.nouns > 0;
  return span.whose === "third" ? isKnown : span.whose !== "speaker";
}

/** Behind an owner other words are left out; the account says so in the answer. */
function isLeftOut({ found }: Scope): boolean {
  if (!found.isOwned || found.search.length + found.ids.length === 0) return false;
  found.score -= 0.1;
  return true;
}

/** An id that another tool takes is no name. */
function placeId(span: Span, kind: Kind, scope: Scope): boolean {
  return !scope.kinds.some((other) => idIn(span, other, scope.reading) !== undefined) && placeSearch(span, kind, scope);
}

/** "Q-0192" or "quote 192" as an id of the kind. */
function idIn(span: Span, { id, nouns }: Kind, { spans, tokens }: Reading): string | undefined {
  const said = span.text.toUpperCase();
  if (id === undefined) return undefined;
  if (span.kind === "identifier") return said.startsWith(id.prefix) ? said : undefined;
  if (span.kind !== "number" || !Number.isInteger(span.value)) return undefined;
  const before = spans[spans.indexOf(span) - 1];
  const isNoun = (one: Span | undefined): boolean =>
    one !== undefined && meantStems(tokens.slice(one.start, one.end)).some((stem) => nouns.has(stem));
  // "The 192 quote": a number as long as theirs; fewer digits count.
  const isLong = String(span.value).length >= id.digits.replace(/^0+/, "").length;
  const at = spans.indexOf(span);
  const isPair = [-2, 2].some((step) => spans[at + step]?.kind === "number" && spans[at + step / 2]?.kind === "link");
  const isNamed = isNoun(before) || (isLong && (isNoun(spans[at + 1]) || (isPair && spans.some(isNoun))));
  // Only an id is written with zeros before it.
  const isPadded = said.startsWith("0") && id.digits.startsWith("0") && said.length === id.digits.length;
  return isNamed || isPadded ? `${id.prefix}${String(span.value).padStart(id.digits.length, "0")}` : undefined;
}

/** "Which clients have two": a small number alone is no name. */
function isLoneCount({ value, unit, start, end }: Extract<Span, { kind: "number" }>, { spans }: Reading): boolean {
  const isBeside = spans.some(
    (one) =>
      (one.end === start || one.start === end) && /^(?:name|unknown|word|identifier|number|quoted)$/.test(one.kind),
  );
  return Number.isInteger(value) && value < leastOfName && unit === undefined && !isBeside;
}

/** Smaller numbers that stand alone are counts. */
const leastOfName = 100;

/** "Over 500", "the top 3", "quote 192", or a part of a name. */
function placeNumber(span: Extract<Span, { kind: "number" }>, kind: Kind, scope: Scope): boolean {
  const { reading, found } = scope;
  const at = reading.spans.indexOf(span);
  const before = reading.spans[at - 1];
  if (before?.kind === "comparator" && boundsOf(before, span).length > 0) return true;
  // "Drugs from 5 to 9 euros".
  if (span.max !== undefined && span.currency !== undefined)
    return placeBounds(span, { value: "between" }, { kind, scope });
  if (reading.spans.some((one) => isEnd(one))) return took(span, "argument", { found, worth: 0 });
  return (
    placeWord(span, kind, scope) ||
    placeNeeded(span, kind, scope) ||
    (!isLoneCount(span, reading) && placeSearch(span, kind, scope)) ||
    placeRest(span, kind, scope)
  );
}

function isAged({ text }: Span): boolean {
  return mentions(text, "oldest") || mentions(text, "latest");
}

/** Chooses by an order: the biggest, the first three. */
export function isEnd(span: Span): boolean {
  if (isMost(span)) return true;
  if (span.kind === "quantifier") return span.value === "first" || span.value === "last";
  return span.kind === "comparator" && (span.value === "most" || span.value === "least");
}

/** "Which do we have the most of". */
export function isMost(span: Span): boolean {
  const isExtreme = mentions(span.text, "highest") || mentions(span.text, "lowest");
  return isExtreme && (span.kind === "filler" || (span.kind === "quantifier" && span.value === "some"));
}

const tests = { more: "more", less: "less", atLeast: "at_least", atMost: "at_most" } as const;

/** What a comparator tests the number behind it with. */
function boundsOf({ value }: { value: string }, number: Span | undefined): Omit<Filter, "field">[] {
  if (number?.kind !== "number") return [];
  const from = number.scaled ?? number.value;
  const isRange = number.max !== undefined && (value === "between" || value === "atLeast");
  if (isRange)
    return [
      { is: "at_least", to: from },
      { is: "at_most", to: number.max ?? from },
    ];
  return isKeyOf(tests, value) ? [{ is: tests[value], to: from }] : [];
}

/** "The biggest" chooses; "more than 5" tests a number of the rows. */
function placeComparator(span: Extract<Span, { kind: "comparator" }>, kind: Kind, { reading, found }: Scope): boolean {
  found.used.push({ span, as: "filter" });
  // "What exactly".
  if (hasRole(span.text.toLowerCase(), "deals in") && reading.spans[reading.spans.indexOf(span) + 1]?.kind !== "number")
    return true;
  // The oldest needs a day on which the records began.
  if (isEnd(span)) return !isAged(span) || datesOf(kind).length > 0;
  const number = reading.spans[reading.spans.indexOf(span) + 1];
  if (number?.kind !== "number" || boundsOf(span, number).length === 0) {
    if (found.search.length > 0) found.breaks.push(found.search.length);
    // "Below the reorder point": the option of the tool is called so.
    if (placeWord(span, kind, { reading, found, kinds: [] })) return true;
    found.compared = span.value === "less" || span.value === "atMost" ? "ascending" : "descending";
    // "More glue or more paint".
    const isOr = span.value.startsWith("at") && reading.spans[reading.spans.indexOf(span) - 1]?.kind !== "number";
    return span.value === "less" || span.value === "more" || isOr;
  }
  return placeBounds(number, span, { kind, scope: { reading, found } });
}

/** Tests a number of the rows: an amount of money where the text speaks of one. */
function placeBounds(
  number: Extract<Span, { kind: "number" }>,
  by: { value: string },
  { kind, scope: { reading, found } }: { kind: Kind; scope: Pick<Scope, "reading" | "found"> },
): boolean {
  const bySense = (sense: Sense): Field | undefined => kind.fields.find((one) => one.sense === sense);
  const isMoney = number.currency !== undefined || mentions(reading.source, "asks money");
  const senses: readonly Sense[] = isMoney ? ["money"] : ["quantity", "money"];
  const field = senses.map(bySense).find((one) => one !== undefined);
  if (field === undefined || kind.rows === undefined) return false;
  found.filters.push(...boundsOf(by, number).map((bound) => ({ field, ...bound })));
  const currency = number.currency === undefined ? undefined : bySense("currency");
  if (currency !== undefined) found.filters.push({ field: currency, is: "equal", to: number.currency ?? "" });
  return took(number, "filter", { found, worth: isCounted(number, reading) ? 0.8 : 0.5 });
}

/** "Who sells cable": the verb says how what is asked for is connected. */
function placeConnection(span: Span, { reading, found }: Scope): boolean {
  const before = reading.spans[reading.spans.indexOf(span) - 1];
  const isVerb = before?.kind === "question" && before.asks === "who" && span.kind !== "name" && span.kind !== "quoted";
  found.connects ||= isVerb;
  return isVerb && took(span, "tool", { found, worth: 0 });
}

/** "Valve count" counts as "how many valves" does, and "the average price" is made of many. */
function placeCount(span: Span, { found }: Scope): boolean {
  const operations = operationsOf(span.text);
  if (!operations.includes("count") && !operations.includes("average")) return false;
  found.counts ||= operations.includes("count");
  return took(span, "tool", { found, worth: 0 });
}

/** "Email address", "phone number": the word behind a field only says what kind of value it is. */
function placeValueNoun(span: Span, { reading, found }: Scope): boolean {
  const before = reading.spans[reading.spans.indexOf(span) - 1];
  const last = found.used.at(-1)?.span;
  if (
    found.fields.length + found.filters.length === 0 ||
    before !== last ||
    !hasRole(span.text.toLowerCase(), "value noun")
  )
    return false;
  return took(span, "tool", { found, worth: 0 });
}

/** "Expires" is no name where the records have a date. */
function isDateVerb({ text }: Span, { fields }: Kind): boolean {
  return hasRole(text.toLowerCase(), "expires") && fields.some(({ sense }) => sense === "date");
}

/** Behind a thing that is named, a word of a question only says how what is asked for is connected with it: "expires". */
function placeRest(span: Span, kind: Kind, { reading, found }: Scope): boolean {
  if (hasRole(span.text.toLowerCase(), "expires")) {
    const until = kind.fields.find(
      ({ sense, stems }) => sense === "date" && stems.some((stem) => hasRole(stem, "validity")),
    );
    if (until !== undefined && found.ids.length > 0 && !found.fields.includes(until)) found.fields.push(until);
    return took(span, "tool", { found, worth: 0 });
  }
  if (found.ids.length === 0 || span.kind === "number" || reading.clauses[span.clause]?.act !== "ask") return false;
  return took(span, "tool", { found, worth: -0.5 });
}

/** Deeds of the past are no state of a record: "sold", "paid". */
function isPast(span: Span, { reading }: Scope): boolean {
  const isDone = span.kind !== "name" && span.kind !== "quoted" && hasRole(span.text.toLowerCase(), "happened");
  return isDone && reading.spans.length > 1 && !isSupplied(span, reading);
}

/** "Items bought in euros", "bought from Delta": how things come to be here; "what have we bought" asks what was done. */
function isSupplied(span: Span, { spans }: Reading): boolean {
  const [before, next] = [spans[spans.indexOf(span) - 1], spans[spans.indexOf(span) + 1]];
  const isTold =
    next?.kind === "filler" && ["placed", "before name"].some((role) => hasRole(next.text.toLowerCase(), role));
  return hasRole(span.text.toLowerCase(), "provides") && isTold && before !== undefined && before.kind !== "pronoun";
}

/** "Can we ship 30": asks what could be done, and orders nothing. */
function placeFulfilled(span: Span, { reading: { source }, found }: Scope): boolean {
  const isAble = mentions(source, "ability") || found.supposed;
  const roles = ["ability", "fulfils", ...(found.supposed ? ["hands out"] : [])];
  const isDone = roles.some((role) => rangesOf(source, role).some(({ from }) => from === span.from));
  return isAble && isDone && took(span, "tool", { found, worth: 0 });
}

/** A word for records of another kind is no name: "orders" among vendors. */
function namesOther({ kind: of, start, end, text }: Span, kind: Kind, { reading, kinds }: Scope): boolean {
  if (of !== "word" && of !== "unknown") return false;
  const stems = meantStems(reading.tokens.slice(start, end));
  return kinds.some(
    ({ nouns, heads, roles }) =>
      nouns !== kind.nouns &&
      (stems.some((stem) => heads.has(stem)) ||
        roles.some((role) => role !== "thing" && hasRole(text.toLowerCase(), role))),
  );
}

function placeSearch(span: Span, kind: Kind, scope: Scope): boolean {
  const { reading, found } = scope;
  const isCommon = span.kind === "word" && !isPartOfName(span, reading);
  // Where all records are there, a word that none of them has is told.
  if (!isSearchable(kind) || (isCommon && !kind.listsAll) || namesOther(span, kind, scope)) return false;
  const isPlaced = span.kind === "identifier" && hasRole(reading.tokens[span.start - 1]?.lower ?? "", "placed");
  const isShelf = isPlaced && kind.fields.some(({ sense }) => sense === "place");
  const worth = isCommon ? -0.1 : isShelf ? 0.7 : isInitial(span, kind) ? 0.5 : 0;
  found.search.push(span);
  return took(span, "argument", { found, worth });
}

/** "M-7" is rather a member than a book: it begins like the name of its id. */
function isInitial({ kind: of, text }: Span, { fields }: Kind): boolean {
  const [, letter] = /^(\p{L})-/u.exec(text) ?? [];
  const id = fields.find(({ sense }) => sense === "id");
  return of === "identifier" && letter !== undefined && id?.name.startsWith(letter.toLowerCase()) === true;
}

/** A common word is searched for only as a part of a name: "steel pipe DN50", not "needs". */
function isPartOfName({ start, end }: Span, { spans }: Reading): boolean {
  const names = spans.filter(({ kind }) => /^(?:name|unknown|identifier|number|quoted)$/.test(kind));
  return names.some((one) => one.end === start || one.start === end);
}

/** A verb of reading means nothing more; in a question any verb says how the thing asked for is connected. */
function placeVerb(span: Extract<Span, { kind: "verb" }>, { reading, found }: Scope): boolean {
  // "Who counted them": what was done is no record.
  if (span.op === "count" && span.form === "past") return false;
  if (!asking.has(span.op) && reading.clauses[span.clause]?.act !== "ask") return false;
  return took(span, "tool", { found, worth: 0 });
}
