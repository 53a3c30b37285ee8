import { canonicalText } from "../../plan/canonical.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { isOneEdit } from "../../plan/nearest.ts";

/** A query: rows that were found already, or words, each with its spellings; the first is the word as written. */
type Query = { rows?: Json | undefined; words: readonly (readonly string[])[] };

/** The field with the words that a row lacks, where no row has all of them. */
const lacking = "not_found";

type Finding = { exact: boolean; otherwise: "none" | "all" };

/**
 * For each query the rows it has, or else the elements with most of its words. Elements that lack a word say so; with
 * `exact` they are left out, and so is everything where only one word of three or more is known. With `otherwise: "all"`
 * words that no element has leave all elements.
 */
export function findRows(elements: readonly Json[], queries: readonly Query[], finding: Finding): Json[] {
  const texts = elements.map((element) => ({ element, words: wordsIn(element) }));
  const found = queries.flatMap(({ rows, words }) =>
    Array.isArray(rows) && rows.length > 0 ? rows : closest(texts, words, finding),
  );
  return [...new Map(found.map((row) => [canonicalText(row), row])).values()];
}

type Text = { element: Json; words: readonly string[] };

function closest(texts: readonly Text[], words: Query["words"], { exact, otherwise }: Finding): Json[] {
  const has = (isSame: Match) =>
    texts.map(({ words: own }) => words.filter((forms) => own.some((one) => forms.some((form) => isSame(one, form)))));
  let matched = has(isSpelt);
  // Only a word that occurs nowhere may be misspelt.
  const missing = words.filter((forms) => !matched.some((row) => row.includes(forms)));
  if (missing.length > 0) {
    const close = has(isMisspelt);
    matched = matched.map((row, at) => [...row, ...(close[at] ?? []).filter((forms) => missing.includes(forms))]);
  }
  const most = Math.max(0, ...matched.map(({ length }) => length));
  if (
    otherwise === "none" &&
    (most === 0 || (most < words.length && (exact || (most < 2 && most * 3 <= words.length))))
  )
    return [];
  return texts.flatMap(({ element }, at) => {
    const own = matched[at] ?? [];
    if (own.length < most) return [];
    const lacks = words.filter((forms) => !own.includes(forms)).map(([said]) => said ?? "");
    return lacks.length === 0 || !isJsonObject(element) ? [element] : [{ ...element, [lacking]: lacks.join(" ") }];
  });
}

type Match = (word: string, form: string) => boolean;

/** The start of a word; a number is a whole word or is in one with other letters: "2.5" in "3x2.5". */
const isSpelt: Match = (word, form) =>
  /\d/.test(form)
    ? word === form || (form.length > 1 && word.startsWith(form)) || (form.length > 2 && word.includes(form))
    : word === form ||
      (form.length > 2 ? word.startsWith(form) : word.startsWith(`${form}-`)) ||
      endsCompound(word, form);

/** «двигатель» in «электродвигатель»: a long word may be the second part of a longer one. */
function endsCompound(word: string, form: string): boolean {
  return form.length > 5 && word.indexOf(form) > 2;
}

const isMisspelt: Match = (word, form) =>
  form.length > 4 && !/\d/.test(form) && (isOneEdit(word, form) || isOneEdit(word.slice(0, form.length), form));

/** The words of all texts in a value, however deep, in one spelling. */
function wordsIn(value: Json): string[] {
  if (typeof value === "string") return wordsOf(value);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(wordsIn);
}

/** Lower case; "3х2,5" with the Russian letter is "3x2.5"; a compound counts whole and in its parts. */
function wordsOf(text: string): string[] {
  const folded = text
    .toLowerCase()
    .replaceAll("ё", "е")
    .replaceAll(/(?<=\d)х(?=\d)/g, "x")
    .replaceAll(/(?<=\d),(?=\d)/g, ".");
  const whole = folded.match(/[\p{L}\p{N}]+(?:[.@-][\p{L}\p{N}]+)*/gu) ?? [];
  return whole.flatMap((word) => (/[.@-]/.test(word) ? [word, ...word.split(/[.@-]/)] : [word]));
}
