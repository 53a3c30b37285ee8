import { compact } from "../../plan/compact.ts";
import type { Operation } from "../../language/words/operation.ts";
import { meantStems } from "../../language/words/meant-stems.ts";
import type { Reading } from "../../language/reading.ts";
import { mentions, rangesOf } from "../../language/words/roles.ts";
import type { Json } from "../../plan/json.ts";
import { comparedFields } from "./compared-fields.ts";
import { computedField, freeOf, neededOf, operationsIn, worthOf } from "./computed.ts";
import { asked, fieldsOf, isCounted, isNumber, isOtherQuestion } from "./asked-fields.ts";
import { comparisonOf, endOf } from "./ends.ts";
import { bySense, type Field, isAmount, isPrice, isSearchable, type Kind } from "./kinds.ts";
import { isEnd, placeAll } from "./place.ts";
import { isLinkOf } from "./place-word.ts";
import { emptyPlacement, type Placement } from "./placement.ts";
import { asksLines, soldOf } from "./sales.ts";
import { searchesOf } from "./searches.ts";

/** What is asked of the rows: their fields, how many, one number of a field, the one at an end, or whether there are enough. */
export type Projection =
  | { do: "fields"; fields: readonly Field[] }
  /** With the rows below it where they are asked for too. */
  | { do: "count"; fields: readonly Field[]; shows: boolean }
  /** For each value of a field how many there are, or the sum of another field. */
  | { do: "each"; by: Field; of: Aggregate | undefined }
  | Aggregate
  | { do: "enough"; field: Field; needed: number }
  /** By how much one of two records has more. */
  | { do: "difference"; field: Field }
  /** All of them in that order where no count is said. */
  | {
      do: "first";
      field: Field | undefined;
      direction: "ascending" | "descending";
      count: number | undefined;
      others: readonly Field[];
    };

export type Aggregate = { do: "sum" | "average"; field: Field };

/** A test that rows must pass. */
export type Filter = {
  field: Field;
  is: "less" | "at_most" | "more" | "at_least" | "equal" | "not_equal" | "absent" | "less_than_field" | "equal_field";
  to: Json;
};

/** Fields of another kind, reached by an id that both have. */
export type Link = {
  kind: Kind;
  id: string;
  fields: readonly Field[];
  /** "Who supplies the cable": the words name the row itself, and not what it is linked to. */
  own: boolean;
};

/** A number of a row that is made of two others: what is free, what it is worth. */
export type Computed = { field: Field; from: Field; by: "minus" | "times"; with: Field | number };

/** What is looked up: the words as the tool takes them, and each with its spellings. */
export type Search = {
  text: string;
  words: readonly (readonly string[])[];
  /** None of the words is likely to name a thing. */
  loose: boolean;
  /** All of them together stand where a name does. */
  isName: boolean;
};

/** A question understood over one kind of records. */
export type Question = {
  kind: Kind;
  wanted: Projection;
  /** An id, words to search for, or neither for all of them. */
  ids: readonly string[];
  search: readonly Search[];
  /** The question says which kind of records it means. */
  named: boolean;
  /** Words that are searched for and may be no name: where nothing has them, nothing is known of what was asked. */
  unclear: boolean;
  choices: readonly { param: string; value: Json }[];
  filters: readonly Filter[];
  computed?: readonly Computed[];
  link?: Link;
  /** Records with the id of those that are asked for, which must have none of them. */
  without?: Kind;
  /** The records that theirs refer to may be named instead: "items of Delta". */
  related?: { kind: Kind; id: string };
  /** Where no record has all words, a line of a sale may: "the price of pumps for Acme". */
  sold?: Kind;
  /** Spans that were used, and what for. */
  used: Placement["used"];
  score: number;
};

/** The words to search for are likely no name, and the question says enough without them. */
export function isLoose({ search, filters, choices, wanted }: Question): boolean {
  const isAsked = filters.length + choices.length > 0 || wanted.do !== "fields";
  return isAsked && search.length > 0 && search.every(({ loose }) => loose);
}

/** The question over one kind of records; undefined where the kind has no place for something that was said. */
export function askOf(kind: Kind, reading: Reading, kinds: readonly Kind[]): Question | undefined {
  const found = emptyPlacement();
  if (!placeAll(reading.spans, kind, { reading, found, kinds })) return undefined;
  const isNamed = found.nouns + found.choices.length > 0 || found.fields.some(({ sense }) => sense !== "name");
  const isForeign =
    kind.search === undefined ? found.nouns === 0 && !found.fields.some(isAmount) : kind.search.foreign && !isNamed;
  if (found.search.length > 0 && (!isSearchable(kind) || (isForeign && kind.lines === undefined))) return undefined;
  if (kind.lines !== undefined && !asksLines(found, reading)) return undefined;
  if (kind.rows === undefined && found.ids.length === 0) return undefined;
  // Nothing that was said is lacking here.
  if (found.cues.has("lacks") && found.without === undefined && !found.filters.some(({ is }) => denials.has(is)))
    return undefined;
  if (isLackedItself(found, reading)) return undefined;
  const asked = linkedFrom(kind, kinds, { reading, found }) ?? wantedOf(kind, reading, found);
  if (asked === undefined || (asked.link === undefined && found.linked.length + found.linkedFields.length > 0))
    return undefined;
  if (isAskedFor(kind, reading)) found.score += 0.5;
  // Words that are no name rather name a thing than the customer of a quote.
  if (kind.search?.foreign === true && found.search.some(({ kind: of }) => of === "word" || of === "unknown"))
    found.score -= 0.2;
  const { ids, choices, used, score } = found;
  // A question word alone points at no kind of records.
  if (
    !isNamed &&
    found.search.length +
      ids.length +
      found.filters.length +
      found.cues.size +
      found.linked.length +
      found.linkedFields.length ===
      0 &&
    !found.stock &&
    found.compared === undefined &&
    !reading.spans.some(isEnd) &&
    !found.connects
  )
    return undefined;
  const filters = [...found.filters, ...supplyFilters(kind, found, asked.wanted)];
  const search = searchesOf(found, reading);
  const sold = asked.link === undefined ? soldOf(kind, kinds, { ...asked, search }) : undefined;
  return {
    kind,
    ...asked,
    ids,
    search,
    named: found.nouns > 0,
    unclear: search.some(({ isName }) => !isName) || (search.length > 0 && !saysWhat(found, reading, asked.wanted)),
    choices,
    filters,
    used,
    score,
    ...compact({ without: found.without, sold }),
    ...relatedOf(kind, kinds, { found, asked, filters }),
  };
}

/** "Which items of Delta are low": the words beside a test of many records may name the one that they all refer to. */
function relatedOf(
  kind: Kind,
  kinds: readonly Kind[],
  { found, asked, filters }: { found: Placement; asked: WantedPart; filters: readonly Filter[] },
): Pick<Question, "related"> {
  const isMany =
    found.nouns + found.choices.length + filters.length > 0 ||
    found.stock ||
    asked.wanted.do !== "fields" ||
    asked.computed !== undefined ||
    found.cues.size > 0;
  if (found.search.length === 0 || asked.link !== undefined || kind.lines !== undefined || !isMany) return {};
  const [party, ...others] = kinds.filter((other) => isLinkOf(kind, other) && other.roles.includes("party"));
  const id = party === undefined ? undefined : bySense(party.fields, "id")?.name;
  return party === undefined || id === undefined || others.length > 0 ? {} : { related: { kind: party, id } };
}

/** Whether the question says what it asks of the things that it names: that they are there, or something they have. */
function saysWhat({ nouns, connects }: Placement, { source, spans }: Reading, wanted: Projection): boolean {
  const isTold = wanted.do === "fields" ? wanted.fields.some(({ sense }) => sense !== "name") : true;
  const isShown = spans.some((span) => span.kind === "verb" && span.op === "read");
  return nouns > 0 || connects || isTold || isShown || mentions(source, "having") || mentions(source, "supply");
}

/** "Customers without an accepted quote" asks for no quotes. */
function isLackedItself({ used }: Placement, { tokens, source }: Reading): boolean {
  const nouns = used.filter(({ isNoun }) => isNoun === true);
  const isLacked = ({ span }: Placement["used"][number]): boolean =>
    rangesOf(source, "lacking").some(({ to }) => {
      const between = tokens.filter((token) => token.from >= to && token.to <= span.from);
      return to <= span.from && between.length <= 2 && between.every(({ kind }) => kind === "word");
    });
  return nouns.length > 0 && nouns.every(isLacked);
}

const asksForNoun: Readonly<Record<string, true>> = { which: true, what: true, many: true };

/** "Which vendor": the noun behind the question word says what is asked for. */
function isAskedFor({ nouns }: Kind, { spans, tokens }: Reading): boolean {
  const at = spans.findIndex((span) => span.kind === "question" && asksForNoun[span.asks] === true);
  const noun = at < 0 ? undefined : spans.slice(at + 1).find(({ kind }) => kind !== "filler" && kind !== "possessive");
  return noun !== undefined && meantStems(tokens.slice(noun.start, noun.end)).some((stem) => nouns.has(stem));
}

/** Tests that leave the records which lack something. */
export const denials: ReadonlySet<Filter["is"]> = new Set(["absent", "not_equal", "at_most"]);

/** "Running out", "out of stock" and "reserved", where the tool has no option that says so. */
function supplyFilters(
  { fields, choices }: Kind,
  { cues, search, ids, fields: named, counts }: Placement,
  wanted: Projection,
): Filter[] {
  const [quantity, threshold] = [bySense(fields, "quantity"), bySense(fields, "threshold")];
  if (quantity === undefined || search.length + ids.length > 0) return [];
  const [only, ...others] = named;
  if (only?.sense === "reserved" && others.length === 0 && !counts && wanted.do === "fields")
    return [{ field: only, is: "more", to: 0 }];
  if (cues.has("low supply") && choices.length === 0 && threshold !== undefined)
    return [{ field: quantity, is: "less_than_field", to: `/${threshold.name}` }];
  return cues.has("none left") && !cues.has("low supply") ? [{ field: quantity, is: "at_most", to: 0 }] : [];
}

export type WantedPart = Pick<Question, "wanted" | "link" | "computed">;

function wantedOf(kind: Kind, reading: Reading, found: Placement): WantedPart | undefined {
  const words = reading.spans.flatMap((span) => (span.kind === "question" ? [span.asks] : []));
  const operations = reading.spans.flatMap(operationsIn);
  const pair = comparedFields(kind, reading, found);
  if (pair === false) return undefined;
  if (pair !== undefined) {
    const { filter, ...part } = pair;
    found.filters.push(filter);
    found.choices = [];
    if (part.wanted.do === "fields") found.fields = [...part.wanted.fields];
    found.score += 0.8;
    return part;
  }
  const level = levelOf(kind, reading, found);
  if (level !== undefined) return level;
  const together = togetherOf(kind, reading, found);
  if (together !== undefined) return { wanted: together };
  const end = kind.rows === undefined ? undefined : (endOf(kind, reading, found) ?? comparisonOf(kind, reading, found));
  if (end !== undefined) return { wanted: end };
  const isPair = found.ids.length > 1 && (found.compared !== undefined || reading.spans.some(isEnd));
  const compared = (found.fields.length > 0 ? found.fields : kind.fields).find(isNumber);
  if (isPair && compared !== undefined) return { wanted: { do: "fields", fields: [compared] } };
  if (found.compared !== undefined) return undefined;
  const number =
    neededOf(kind, words, found) ?? freeOf(kind, found) ?? worthOf(kind, { words, operations, reading }, found);
  if (number !== undefined) return number;
  const counts =
    !operations.includes("average") && (found.counts || words.includes("many") || operations.includes("count"));
  const isMoney = mentions(reading.source, "held money") || mentions(reading.source, "amounts");
  const isAll =
    words.includes("much") &&
    (found.by !== undefined || reading.spans.some((span) => span.kind === "quantifier" && span.value === "all"));
  const sum = counts && !isMoney ? undefined : sumOf(kind, isAll || isMoney ? ["sum"] : operations, found);
  if (found.by !== undefined && kind.rows !== undefined) return { wanted: { do: "each", by: found.by, of: sum } };
  if (sum !== undefined) return { wanted: sum };
  if (kind.lines !== undefined && operations.includes("sum")) return undefined;
  // What is to be added up has no figure here.
  if (operations.includes("sum") || operations.includes("average")) if (!kind.fields.some(isNumber)) return undefined;
  if (counts && kind.rows !== undefined) {
    const others = words.some(isOtherQuestion)
      ? fieldsOf(kind, { asks: words.filter(isOtherQuestion), supply: false }, found)
      : undefined;
    const wanted = countOf(kind, found, others?.wanted.do === "fields" ? others.wanted.fields : found.fields);
    if (wanted !== undefined) return { wanted };
  }
  const supply =
    (!found.expires && mentions(reading.source, "supply")) ||
    found.cues.has("none left") ||
    found.cues.has("enough") ||
    isHad(kind, reading, found);
  return fieldsOf(kind, { asks: [...words, ...(counts ? ["many"] : [])], supply }, found);
}

/** "The gloves and the cable together", "how many more bolts than valves": one number of the things that are named. */
function togetherOf(
  kind: Kind,
  reading: Reading,
  found: Placement,
): Aggregate | { do: "difference"; field: Field } | undefined {
  const things = found.ids.length > 0 ? found.ids.length : new Set([0, ...found.breaks]).size;
  // "How many together" asks for no amount of money.
  const isCount = reading.spans.some((span) => span.kind === "question" && span.asks === "many");
  const named = found.fields.find((field) => isNumber(field) && !(isCount && isAmount(field)));
  const field = named ?? (found.ids.length > 0 ? kind.fields.find(isNumber) : bySense(kind.fields, "quantity"));
  if (things < 2 || field === undefined) return undefined;
  const isCompared = things === 2 && mentions(reading.source, "difference");
  const isAdded = found.search.length > 0 && mentions(reading.source, "taken together") && !isPrice(field);
  if (!isCompared && !isAdded) return undefined;
  // Things with a quantity are rather counted than what was sold of them.
  found.score += 2;
  return { do: isCompared ? "difference" : "sum", field };
}

/** "Do we need to reorder paint", "is it above its minimum": what there is beside the level at which more is ordered. */
function levelOf({ fields }: Kind, { source, spans }: Reading, found: Placement): WantedPart | undefined {
  const [quantity, threshold] = [bySense(fields, "quantity"), bySense(fields, "threshold")];
  // "Which of the items of Delta are low": those that are, and not the level of one.
  const isSet = found.nouns > 0 || spans.some((span) => span.kind === "quantifier" && span.value === "any");
  if (isSet && found.choices.length > 0) return undefined;
  const isAsked = found.cues.has("low supply") || (threshold !== undefined && found.fields.includes(threshold));
  if (!isAsked || quantity === undefined || threshold === undefined || found.search.length === 0) return undefined;
  found.choices = [];
  found.score += 0.3;
  const shown = [threshold, quantity];
  const isCompared = ["more", "less"].some((role) => mentions(source, role));
  const isMany = spans.some((span) => span.kind === "question" && isCounted(span.asks));
  if (!mentions(source, "difference") && !(isMany && isCompared)) return { wanted: { do: "fields", fields: shown } };
  const isShort = found.compared === "ascending" || found.cues.has("low supply") || found.cues.has("enough");
  const [from, other] = isShort ? [threshold, quantity] : [quantity, threshold];
  const field = computedField("difference", "difference", "threshold");
  return {
    wanted: { do: "fields", fields: [...shown, field] },
    computed: [{ field, from, by: "minus", with: other }],
  };
}

/** "Do we have pumps": things that are named, and no kind of records, are had in some quantity. */
function isHad({ fields }: Kind, { source }: Reading, { search, nouns, fields: named }: Placement): boolean {
  const isThing = search.length > 0 && nouns === 0 && named.length === 0;
  return isThing && mentions(source, "having") && bySense(fields, "quantity") !== undefined;
}

/** How many rows there are, or for things of which there are many the sum; undefined where one row tells how many. */
function countOf({ fields, rows }: Kind, found: Placement, others: readonly Field[]): Projection | undefined {
  const quantity = bySense(fields, "quantity");
  const isNarrowed = found.search.length + found.ids.length > 0;
  const asked = found.fields.find(({ sense }) => sense === "quantity" || sense === "reserved");
  if (rows === undefined) return undefined;
  if (!isNarrowed && found.nouns === 0 && asked !== undefined) return { do: "sum", field: asked };
  const isCount =
    found.cues.has("kinds of") || found.nouns > 0 || quantity === undefined || (!isNarrowed && asked === undefined);
  const shown = others.length > 0 || quantity === undefined ? others : [quantity];
  return isCount ? { do: "count", fields: shown, shows: others.length > 0 } : undefined;
}

function sumOf(kind: Kind, operations: readonly Operation[], found: Placement): Aggregate | undefined {
  const added = found.fields.find((one) => isAmount(one) || /^(?:quantity|reserved)$/.test(one.sense ?? ""));
  const isAdded = added !== undefined && operations.includes("sum");
  const isNamed = found.nouns > 0 || found.stock || found.by !== undefined || isAdded;
  const isSeveral = found.ids.length > 1 && operations.includes("sum");
  if (!isSeveral && (kind.rows === undefined || found.ids.length > 0 || !isNamed || found.isTold)) return undefined;
  const isMoney = ({ sense }: Field): boolean => sense === "money";
  const field =
    found.fields.find(({ sense }) => /^(?:money|quantity|reserved)$/.test(sense ?? "")) ?? kind.fields.find(isMoney);
  if (field === undefined) return undefined;
  if (operations.includes("average")) return { do: "average", field };
  const sums = operations.includes("sum") || found.fields.some(({ stems }) => stems.includes("total"));
  if (!sums || isPrice(field)) return undefined;
  if (found.nouns === 0 && isAdded) found.score += 0.5;
  return { do: "sum", field };
}

/**
 * "Who supplies the cable", "the vendor's mail for cable", "what comes from Delta": the records have the id of a record of
 * another kind that has a name. The words may name either.
 */
function linkedFrom(
  kind: Kind,
  kinds: readonly Kind[],
  { reading, found }: { reading: Reading; found: Placement },
): WantedPart | undefined {
  const asksWho = reading.spans.some((span) => span.kind === "question" && span.asks === "who");
  const who = asksWho && !kind.fields.some(({ sense }) => sense === "person");
  // "Which is cheaper to buy" compares them, and asks for nobody.
  const isWeighed = found.compared !== undefined || (found.breaks.length > 0 && reading.spans.some(isEnd));
  if (isWeighed && !asksWho) return undefined;
  if (found.search.length + found.ids.length === 0 || (asksWho && !who && found.linked.length === 0)) return undefined;
  const all = kinds.filter((other) => isLinkOf(kind, other));
  const parties = all.filter(({ roles }) => roles.includes("party"));
  const [named] = found.linked;
  const others = named !== undefined ? [named] : parties.length > 0 && found.connects ? parties : all;
  const [other] = others;
  // "Whom do I write to about cable".
  const isTopic = found.linkedFields.some(({ sense }) => sense === "contact") && mentions(reading.source, "on topic");
  if (other === undefined || others.length > 1 || !(who || found.connects || isTopic || named !== undefined))
    return undefined;
  const words = reading.spans.flatMap((span) => (span.kind === "question" && span.asks !== "who" ? [span.asks] : []));
  // "Where are they": of the other kind, where the records have no place.
  const isOwn = (word: string): boolean =>
    (asked[word] ?? []).some((sense) => bySense(kind.fields, sense) !== undefined);
  const told = words.filter((word) => !isOwn(word)).flatMap((word) => asked[word] ?? []);
  const linkedToo = told.flatMap((sense) => bySense(other.fields, sense) ?? []);
  const own = fieldsOf(kind, { asks: words.filter(isOwn), supply: false }, found)?.wanted;
  // As much as "who" is worth where the other kind is asked itself.
  found.score += named !== undefined ? (who ? 0.8 : 0) : found.connects || isTopic ? 1.2 : 0.8;
  const id = bySense(other.fields, "id")?.name ?? "";
  const name = other.fields.filter(({ sense }) => sense === "name");
  return {
    wanted: own ?? { do: "fields", fields: found.fields },
    link: {
      kind: other,
      id,
      fields: [...new Set([...name, ...found.linkedFields, ...linkedToo])],
      own: who || (found.nouns === 0 && !found.connects),
    },
  };
}
