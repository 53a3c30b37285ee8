import { memoize } from "../../plan/bounded-cache.ts";
// The Porter stemmer (1980), with two additions that names of tools need: irregular plurals and British spellings.

import { wordTable } from "../words/word-table.ts";

const irregular = wordTable<string>({
  children: "child",
  people: "person",
  men: "man",
  women: "woman",
  feet: "foot",
  mice: "mouse",
  teeth: "tooth",
  geese: "goose",
  indices: "index",
  vertices: "vertex",
  matrices: "matrix",
  analyses: "analysis",
  criteria: "criterion",
  data: "data",
  media: "media",
  series: "series",
  species: "species",
  news: "news",
  lives: "life",
  wives: "wife",
  bought: "buy",
  sold: "sell",
  sent: "send",
  spent: "spend",
  paid: "pay",
  made: "make",
  found: "find",
  held: "hold",
  taken: "take",
  took: "take",
  given: "give",
  gave: "give",
  got: "get",
  won: "win",
  ran: "run",
  went: "go",
  written: "write",
  wrote: "write",
  built: "build",
  left: "left",
  kept: "keep",
  met: "meet",
  began: "begin",
});

export const stem: (word: string) => string = memoize(20_000, (word) =>
  irregular[word] === word ? word : porter(irregular[word] ?? word),
);

function porter(input: string): string {
  if (input.length < 3 || !/^[a-z']+$/.test(input)) return input;
  let word = british(input.replace(/'.*$/, ""));
  word = plural(word);
  word = past(word);
  if (word.endsWith("y") && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, doubled, 0);
  word = replaceSuffix(word, simple, 0);
  word = replaceSuffix(word, dropped, 1);
  if (word.endsWith("e")) {
    const base = word.slice(0, -1);
    if (measure(base) > 1 || (measure(base) === 1 && !endsShort(base))) word = base;
  }
  if (word.endsWith("ll") && measure(word) > 1) word = word.slice(0, -1);
  return word;
}

function british(word: string): string {
  if (word.length < 6) return word;
  return word
    .replace(/is(e|ed|es|ing|er|ation)$/, (suffix, rest: string) =>
      /^(?:al|an|ar|or|it|im|yt)$/.test(word.slice(-suffix.length - 2, -suffix.length)) ? `iz${rest}` : suffix,
    )
    .replace(/our(s|ed|ing|ite)?$/, (suffix, rest: string | undefined) =>
      /^(?:hour|tour|pour|four|your|detour|contour)/.test(word) ? suffix : `or${rest ?? ""}`,
    )
    .replace(/(met|lit|cent|theat|kilomet|fib)re(s?)$/, "$1er$2");
}

function plural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (word.endsWith("ss") || word.endsWith("us") || word.endsWith("is") || !word.endsWith("s")) return word;
  return word.length > 3 ? word.slice(0, -1) : word;
}

function past(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const base = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : undefined;
  if (base === undefined || base.length < 2 || !hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

const doubled: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];
const simple: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const dropped: readonly (readonly [string, string])[] = [
  ["ement", ""],
  ["ance", ""],
  ["ence", ""],
  ["able", ""],
  ["ible", ""],
  ["ment", ""],
  ["ant", ""],
  ["ent", ""],
  ["sion", "s"],
  ["tion", "t"],
  ["ism", ""],
  ["ate", ""],
  ["iti", ""],
  ["ous", ""],
  ["ive", ""],
  ["ize", ""],
  ["al", ""],
  ["er", ""],
  ["ic", ""],
  ["ou", ""],
];

function replaceSuffix(word: string, table: readonly (readonly [string, string])[], above: number): string {
  for (const [suffix, by] of table) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, word.length - suffix.length);
    return measure(base + (by.length === 1 ? by : "")) > above ? base + by : word;
  }
  return word;
}

function hasVowel(word: string): boolean {
  return /[aeiou]|[^aeiou]y/.test(word);
}

/** How many times a vowel run is followed by a consonant run. */
function measure(word: string): number {
  const shape = word.replaceAll(/[aeiou]+|(?<=[^aeiou])y/g, "V").replaceAll(/[^V]+/g, "C");
  return (shape.match(/VC/g) ?? []).length;
}

function endsShort(word: string): boolean {
  return /[^aeiou][aeiouy][^aeiouwxy]$/.test(word);
}
