import type { DateSetting } from "../language.ts";
import { languages } from "../languages.ts";
import type { LanguageCode, Token } from "../token.ts";
import { granularities, type Granularity, oneOf } from "../span.ts";
import { localNow, type LocalNow } from "./calendar.ts";

/** What the rules read: the tokens, the clock on the wall, and the language of most words. */
export type Scan = {
  tokens: readonly Token[];
  now: LocalNow;
  main: LanguageCode;
  entries: Map<number, readonly Entry[]>;
};
type Entry = { end: number; concept: string };

export function createScan(tokens: readonly Token[], setting: DateSetting): Scan {
  return { tokens, now: localNow(setting), main: mainLanguage(tokens), entries: new Map() };
}

/** The language of most words: digits are read as the words around them are. */
function mainLanguage(tokens: readonly Token[]): LanguageCode {
  const counts = new Map<LanguageCode, number>();
  for (const { kind, lang } of tokens) if (kind === "word") counts.set(lang, (counts.get(lang) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "en";
}

/** Every word of the calendar that begins at a token, the longest first; looked up once a place. */
function entriesAt({ tokens, main, entries }: Scan, at: number): readonly Entry[] {
  const known = entries.get(at);
  if (known !== undefined) return known;
  const token = tokens[at];
  const found =
    token === undefined ? [] : languages[token.kind === "word" ? token.lang : main].dateWords.all(tokens, at);
  entries.set(at, found);
  return found;
}

/** Whether anything about time can begin here. */
export function mayBegin(scan: Scan, at: number): boolean {
  const token = scan.tokens[at];
  if (token === undefined || token.kind === "quoted") return false;
  return (
    token.kind === "number" ||
    token.kind === "time" ||
    token.kind === "identifier" ||
    entriesAt(scan, at).length > 0 ||
    countAt(scan, at) !== undefined
  );
}

/** A word of the calendar: what stands behind the family's dot, and the token after it. */
type Said = { name: string; end: number };

/** A word of one family that names a period. */
export function saidPeriod(scan: Scan, at: number, family: string): { name: Granularity; end: number } | undefined {
  const word = said(scan, at, family);
  const name = word === undefined ? undefined : oneOf(granularities, word.name);
  return word === undefined || name === undefined ? undefined : { name, end: word.end };
}

/** The word of one family at a token, the longest entry first. */
export function said(scan: Scan, at: number, family: string): Said | undefined {
  for (const { end, concept } of entriesAt(scan, at)) {
    if (concept === family) return { name: "", end };
    if (concept.startsWith(family) && concept.charAt(family.length) === ".")
      return { name: concept.slice(family.length + 1), end };
  }
  return undefined;
}

/** The place after a word of a family, or the place itself. */
export function skip(scan: Scan, at: number, family: string): number {
  return said(scan, at, family)?.end ?? at;
}

type Count = { value: number; end: number; ordinal: boolean };

/** A number in digits or words. */
export function countAt({ tokens, main }: Scan, at: number): Count | undefined {
  const token = tokens[at];
  if (token === undefined || (token.kind !== "word" && token.kind !== "number")) return undefined;
  const read = languages[token.kind === "word" ? token.lang : main].numberAt(tokens, at);
  return read === undefined ? undefined : { value: read.value, end: read.end, ordinal: read.ordinal === true };
}

export function textAt({ tokens }: Scan, at: number): string {
  return tokens[at]?.text ?? "";
}

/** Whether the phrase ends here: nothing follows that could be counted. */
export function endsPhrase(scan: Scan, at: number): boolean {
  const token = scan.tokens[at];
  if (token === undefined || token.kind === "punctuation") return true;
  if (token.kind !== "word") return false;
  const { functionWords, lexicon } = languages[token.lang];
  const concepts = lexicon.concepts(token.lower);
  return (
    functionWords.has(token.lower) ||
    concepts.some((concept) => /^(?:link|fill|rel)/.test(concept)) ||
    said(scan, at, "day") !== undefined ||
    said(scan, at, "weekday") !== undefined ||
    said(scan, at, "shift") !== undefined
  );
}
