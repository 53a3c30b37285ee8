import type { DateSetting } from "../language.ts";
import { languages } from "../languages.ts";
import type { LexiconEntry } from "../lexicon/compile.ts";
import type { LanguageCode, Token } from "../words/token.ts";
import { granularities, type Granularity, oneOf } from "../spans/span.ts";
import { localNow, type LocalNow } from "./calendar.ts";
import type { DayFound } from "./calendar-rules.ts";

/** What the rules read: the tokens, the clock on the wall, and the language of most words. */
export type Scan = {
  tokens: readonly Token[];
  now: LocalNow;
  main: LanguageCode;
  /** By token, filled when first asked for. */
  entries: (readonly LexiconEntry[] | undefined)[];
  anchors: (number | undefined)[];
  days: (DayFound | "none" | undefined)[];
};

export function createScan(tokens: readonly Token[], setting: DateSetting): Scan {
  return scanOf(tokens, { now: localNow(setting), main: mainLanguage(tokens) });
}

/** The same clock and language over other tokens. */
export function scanOf(tokens: readonly Token[], { now, main }: Pick<Scan, "now" | "main">): Scan {
  return { tokens, now, main, entries: [], anchors: [], days: [] };
}

/** The language of most words: digits are read as the words around them are. */
function mainLanguage(tokens: readonly Token[]): LanguageCode {
  const counts = new Map<LanguageCode, number>();
  for (const { kind, lang } of tokens) if (kind === "word") counts.set(lang, (counts.get(lang) ?? 0) + 1);
  let main: LanguageCode = "en";
  let most = 0;
  for (const [lang, count] of counts) if (count > most) [main, most] = [lang, count];
  return main;
}

/** Every word of the calendar that begins at a token, the longest first; looked up once a place. */
function entriesAt({ tokens, main, entries }: Scan, at: number): readonly LexiconEntry[] {
  const known = entries[at];
  if (known !== undefined) return known;
  const token = tokens[at];
  if (token === undefined) return nothing;
  return (entries[at] = languages[token.kind === "word" ? token.lang : main].dateWords.all(tokens, at));
}

const nothing: readonly LexiconEntry[] = [];

/** Whether anything about time can begin here: a word that may open one, and what every date or time has soon behind it. */
export function mayBegin(scan: Scan, at: number): boolean {
  const token = scan.tokens[at];
  if (token === undefined || token.kind === "quoted" || !isNearAnchor(scan, at)) return false;
  return (
    token.kind === "number" ||
    token.kind === "time" ||
    token.kind === "identifier" ||
    entriesAt(scan, at).length > 0 ||
    countAt(scan, at) !== undefined
  );
}

/** Whether what every date, time and length of time has stands here or soon behind. */
export function isNearAnchor(scan: Scan, at: number): boolean {
  return nextAnchor(scan, at) - at <= farthestAnchor;
}

/** "from the beginning of the following week": no rule reads more words before the one that names a unit, day or number. */
const farthestAnchor = 12;

/** The next place of a number, a time or a word that names a day, unit or hour. "From", "next" and "end of" alone are none. */
function nextAnchor(scan: Scan, at: number): number {
  const { anchors, tokens } = scan;
  let place = at;
  while (place < tokens.length && anchors[place] === undefined && !isAnchor(scan, place)) place += 1;
  const found = anchors[place] ?? (place < tokens.length ? place : nowhere);
  for (let i = at; i <= place && i < tokens.length; i += 1) anchors[i] = found;
  return found;
}

/** Farther than any anchor is looked for. */
const nowhere = 1_000_000;

function isAnchor(scan: Scan, at: number): boolean {
  const token = scan.tokens[at];
  if (token?.kind === "number" || token?.kind === "time") return true;
  if (token?.kind === "identifier" && /^(?:\d|[Qq][1-4]$)/.test(token.text)) return true;
  return entriesAt(scan, at).some(({ concept }) => anchoring.test(concept)) || countAt(scan, at) !== undefined;
}

const anchoring = /^(?:month|weekday|day|fixed|period|span|weekend|part|oclock|clock\.\d|edge\.now)/;

/** A word of the calendar: what stands behind the family's dot, and the token after it. */
type CalendarWord = { name: string; end: number };

/** A word of one family that names a period. */
export function saidPeriod(scan: Scan, at: number, family: string): { name: Granularity; end: number } | undefined {
  const word = said(scan, at, family);
  const name = word === undefined ? undefined : oneOf(granularities, word.name);
  return word === undefined || name === undefined ? undefined : { name, end: word.end };
}

/** The word of one family at a token, the longest entry first. */
export function said(scan: Scan, at: number, family: string): CalendarWord | undefined {
  for (const { length, concept } of entriesAt(scan, at)) {
    if (!concept.startsWith(family)) continue;
    if (concept.length === family.length) return { name: "", end: at + length };
    if (concept.charAt(family.length) === ".") return { name: concept.slice(family.length + 1), end: at + length };
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
  const language = languages[token.lang];
  const concepts = language.lexicon.concepts(token.lower);
  return (
    language.functionWords.has(token.lower) ||
    language.verbForm(token.lower) === "infinitive" ||
    concepts.some((concept) => /^(?:link|fill|rel)/.test(concept)) ||
    said(scan, at, "day") !== undefined ||
    said(scan, at, "weekday") !== undefined ||
    said(scan, at, "shift") !== undefined
  );
}
