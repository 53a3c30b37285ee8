import { currencyUnits } from "../../language/english/units.ts";
import { languages } from "../../language/languages.ts";
import { meantStems } from "../../language/words/meant-stems.ts";
import { hasRole, rangesOf } from "../../language/words/roles.ts";
import type { Reading } from "../../language/reading.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Token } from "../../language/words/token.ts";
import { contentStems } from "../grammar/profile/name-words.ts";
import { plain } from "../grammar/profile/plain.ts";
import { isLacked } from "./cues.ts";
import { type Field, isAmount, type Kind, type Sense } from "./kinds.ts";
import { type Scope, took } from "./placement.ts";

/** A noun, a field or an option of the kind. */
export function placeWord(span: Span, kind: Kind, { reading, found, kinds }: Scope): boolean {
  const words = reading.tokens.slice(span.start, span.end);
  const stems = meantStems(words);
  const own = words.map(({ stem }) => stem);
  const lower = span.text.toLowerCase();
  const isOwnNoun = kind.nouns.has(own[0] ?? "");
  // "Expire this month" asks for a date, and for no status.
  const isDated =
    hasRole(lower, "expires") && reading.spans.some((one) => one.kind === "date" || one.kind === "interval");
  const lacked = isLacked(span, reading);
  const roles = rolesAt(span, reading);
  if (!isDated && !isOwnNoun && placeOption(span, kind, { reading, found, kinds })) return true;
  if (lacked && placeLacking(span, kind, { reading, found, kinds })) return true;
  const by = isEach(span, reading)
    ? kind.fields.find((one) => groups.has(one.sense) && isNamed(one, stems))
    : undefined;
  if (by !== undefined) {
    found.by = by;
    return took(span, "filter", { found, worth: by.sense === "person" ? 1.5 : 0.7 });
  }
  const currency = kind.fields.find(({ sense }) => sense === "currency");
  const code = currency === undefined ? undefined : currencyOf(words);
  if (currency !== undefined && code !== undefined && kind.rows !== undefined) {
    found.filters.push({ field: currency, is: "equal", to: code });
    return took(span, "filter", { found, worth: 0.5 });
  }
  const field = fieldFor(kind.fields, { stems, own, lower, roles });
  if (isOwnNoun || stems.some((stem) => kind.nouns.has(stem)) || kind.roles.some((role) => hasRole(lower, role))) {
    // Stock is how much there is of the things, and no thing that is counted.
    if (isStock(stems)) found.stock = true;
    else found.nouns += 1;
    return took(span, "tool", { found, worth: own.some((stem) => kind.nouns.has(stem)) ? 2 : 1.5, isNoun: true });
  }
  if (field !== undefined) {
    if (!found.fields.includes(field)) found.fields.push(field);
    const worth = own.some((stem) => field.stems.includes(stem)) ? 1 : 0.7;
    return took(span, "tool", { found, worth, ...(field.sense === "name" && { isNoun: true }) });
  }
  const other = kinds.find(
    (one) =>
      isLinkOf(kind, one) &&
      (one.roles.some((role) => role !== "thing" && hasRole(lower, role)) || own.some((stem) => one.nouns.has(stem))),
  );
  if (other !== undefined) {
    if (!found.linked.includes(other)) found.linked.push(other);
    return took(span, "tool", { found, worth: own.some((stem) => other.nouns.has(stem)) ? 2 : 1.5 });
  }
  for (const one of kinds.filter((candidate) => isLinkOf(kind, candidate))) {
    const linkedField = fieldFor(one.fields, { stems, own, lower, roles });
    if (linkedField === undefined || linkedField.sense === "name") continue;
    found.linkedFields.push(linkedField);
    return took(span, "tool", { found, worth: own.some((stem) => linkedField.stems.includes(stem)) ? 1 : 0.7 });
  }
  if (span.kind === "number" || span.kind === "name" || !own.every((stem) => kind.about.has(stem))) return false;
  if (isStock(stems)) found.stock = true;
  return took(span, "tool", { found, worth: 0.5 });
}

/** "Without a phone", "with nothing reserved", "without a quote": a field without a value, or no record of another kind. */
function placeLacking(span: Span, kind: Kind, { reading, found, kinds }: Scope): boolean {
  const words = reading.tokens.slice(span.start, span.end);
  const [stems, own, lower] = [meantStems(words), words.map(({ stem }) => stem), span.text.toLowerCase()];
  const other = kinds.find(
    (one) =>
      isLinkOf(one, kind) &&
      one.rows !== undefined &&
      one.listsAll &&
      (own.some((stem) => one.nouns.has(stem)) || stems.some((stem) => one.nouns.has(stem))),
  );
  if (other !== undefined) {
    found.without = other;
    return took(span, "filter", { found, worth: 2 });
  }
  const field = fieldFor(kind.fields, { stems, own, lower, roles: rolesAt(span, reading) });
  if (field === undefined || kind.nouns.has(own[0] ?? "") || kind.rows === undefined) return false;
  const isNumber = /^(?:quantity|reserved|money)$/.test(field.sense ?? "");
  found.filters.push(isNumber ? { field, is: "at_most", to: 0 } : { field, is: "absent", to: null });
  return took(span, "filter", { found, worth: 1 });
}

const groups: ReadonlySet<Sense | undefined> = new Set(["status", "currency", "place", "area", "staff", "person"]);

function isNamed({ stems }: Field, said: readonly string[]): boolean {
  return stems.some((stem) => said.includes(stem));
}

/** "Per status", "by status", «по статусам». */
function isEach({ start, end }: Span, { tokens }: Reading): boolean {
  const [before, word] = [tokens[start - 1], tokens[end - 1]];
  if (before === undefined || word === undefined) return false;
  const isPlural = before.lang === "en" || languages[before.lang].isPlural(word.lower);
  return (
    (isPlural && hasRole(before.lower, "for each")) ||
    hasRole(`${tokens[start - 2]?.lower ?? ""} ${before.lower}`, "for each")
  );
}

const stock = new Set(["stock", "inventori", "warehous"]);

function isStock(stems: readonly string[]): boolean {
  return stems.some((stem) => stock.has(stem));
}

/** One of the few values of a parameter, or of a field of the records. */
export function placeOption(span: Span, kind: Kind, { reading, found }: Scope): boolean {
  const words = reading.tokens.slice(span.start, span.end);
  const own = words.map(({ stem }) => stem);
  const stems = meantStems(words);
  const all = new Set(reading.tokens.map(({ stem }) => stem));
  // A single option may also be said in the other language.
  const isSaid = (wanted: readonly string[]): boolean =>
    wanted.length === 1
      ? (words[0]?.lang === "en" ? own : stems).includes(wanted[0] ?? "")
      : wanted.some((stem) => own.includes(stem)) && wanted.every((stem) => all.has(stem));
  const isDenied = isLacked(span, reading);
  const chosen = isDenied
    ? undefined
    : kind.choices
        .flatMap(({ param, values }) => values.map((value) => ({ param, ...value })))
        .find((one) => isSaid(one.stems));
  if (chosen !== undefined) {
    const { param, value } = chosen;
    if (!found.choices.some((one) => one.param === param)) found.choices.push({ param, value });
    return took(span, "argument", { found, worth: 1 });
  }
  for (const field of kind.fields) {
    const isOther = field.sense === "currency" || hasRole(span.text.toLowerCase(), "expires");
    const value = isOther ? undefined : field.values.find((one) => isSaid(contentStems(plain(one))));
    if (value === undefined) continue;
    if (kind.rows === undefined) found.fields.push(field);
    else found.filters.push({ field, is: isDenied ? "not_equal" : "equal", to: value });
    return took(span, "filter", { found, worth: 0.7 });
  }
  return false;
}

function currencyOf(words: readonly Token[]): string | undefined {
  const [word] = words;
  if (word === undefined || words.length > 1) return undefined;
  const { units } = languages[word.lang];
  return currencyUnits.get(units.get(word.lower.replaceAll("ё", "е")) ?? units.get(word.stem) ?? "");
}

/** Whether a record has the id of a record of another kind that has a name. */
export function isLinkOf(kind: Kind, other: Kind): boolean {
  const id = other.fields.find(({ sense }) => sense === "id")?.name;
  const isShared = kind.fields.slice(1).some((field) => field.sense === "id" && field.name === id);
  return (
    isShared &&
    other.tool !== kind.tool &&
    other.lines === undefined &&
    other.rows !== undefined &&
    other.fields.some(({ sense }) => sense === "name")
  );
}

/** Fields that words of any language ask for by what they tell. */
const senseRoles: readonly (readonly [role: string, sense: Sense])[] = [
  ["asks place", "place"],
  ["asks money", "money"],
  ["asks quantity", "quantity"],
  ["asks reserved", "reserved"],
  ["asks contact", "contact"],
  ["asks staff", "staff"],
  // Where a company is "located".
  ["asks area", "area"],
];

/** The roles of a word, or of the phrase that it is a part of: "spoken for". */
function rolesAt({ from, to }: Span, { source }: Reading): string[] {
  return senseRoles.flatMap(([role]) =>
    rangesOf(source, role).some((one) => one.from <= from && to <= one.to) ? [role] : [],
  );
}

/** The field that the word names itself before one that a like word names; ids are named by the word "id" alone. */
function fieldFor(
  fields: readonly Field[],
  {
    stems,
    own,
    lower,
    roles,
  }: { stems: readonly string[]; own: readonly string[]; lower: string; roles: readonly string[] },
): Field | undefined {
  const named = fields.filter(({ sense, stems: name }) => sense !== "id" || name.length === 1);
  const senses = senseRoles.filter(([role]) => hasRole(lower, role) || roles.includes(role)).map(([, sense]) => sense);
  return (
    (hasRole(lower, "count unit")
      ? undefined
      : named.find((field) => field.stems.some((stem) => own.includes(stem)))) ??
    (hasRole(lower, "amounts") ? named.find(isAmount) : undefined) ??
    named.find(({ sense, stems: name }) => sense !== "currency" && stems.includes(name.at(-1) ?? "")) ??
    senses.map((sense) => named.find((one) => one.sense === sense)).find((one) => one !== undefined) ??
    named.find(({ about }) => about.some((stem) => own.includes(stem)))
  );
}
