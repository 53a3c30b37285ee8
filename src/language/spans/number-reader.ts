import { memoize } from "../../plan/bounded-cache.ts";
import type { NumberReading } from "../language.ts";
import type { Token } from "../words/token.ts";

/** What reading a number needs of a token. */
type NumberToken = Pick<Token, "text" | "lower" | "glued">;

/** The number words of a language; every map has all forms of a word in lower case. */
type NumberWords = {
  /** Below a thousand: ones, teens, tens, and hundreds where they are one word. */
  small: ReadonlyMap<string, number>;
  ordinals: ReadonlyMap<string, number>;
  /** Hundred (where it is a word of its own), thousand, million, dozen. */
  scales: ReadonlyMap<string, number>;
  /** Scales that are written short; those in `glued` only right behind the digits. */
  short: ReadonlyMap<string, number>;
  glued: ReadonlyMap<string, number>;
  /** Letters right behind digits that may be a scale or a unit: "1.2m", "300K", «5т». A sign of money before the digits decides. */
  letters: ReadonlyMap<string, number>;
  /** One and a half, half, quarter: said before a scale or alone. */
  fractions: ReadonlyMap<string, number>;
  /** Parts that a count is of: "two thirds", «три четверти». */
  denominators: ReadonlyMap<string, number>;
  /** Words of a fraction behind a whole number, with what joins them: "and a half", «с половиной». */
  halves: readonly (readonly string[])[];
  /** "two hundred and five", "treinta y cinco". */
  joiners: ReadonlySet<string>;
  /** "a hundred", "half a million". */
  articles: ReadonlySet<string>;
  /** Scales that say "about" when the count follows: «тысяч триста». */
  inverted: ReadonlySet<string>;
  /** Words before "one" that make it a pronoun: "this one". */
  beforeOne: ReadonlySet<string>;
  /** Whether a scale alone is a number: «тысяча», «миллион двести». */
  bareScale: boolean;
  /** Whether bare hundreds behind a million are thousands: «миллион двести» is 1,200,000. */
  hundredsAreThousands: boolean;
  /** Sign between whole and part. */
  decimal: "." | ",";
  /** Glued ending that makes digits a place in an order: "3rd", «5-й». */
  ordinalEnding: RegExp;
  fold(word: string): string;
};

const money = /^\p{Sc}$/u;

type Part = { value: number; end: number; spoken: boolean };
type NumberTokens = readonly NumberToken[];
type NumberReader = (tokens: readonly NumberToken[], at: number) => NumberReading | undefined;

/** Reads numbers of one language: digits, words, scales, fractions, ordinals, and sums of them («3 млн 200 тысяч»). */
export function createNumberReader(words: NumberWords): NumberReader {
  const { small, ordinals, scales, fractions, articles } = words;
  const openers = new Set([small, ordinals, scales, fractions].flatMap((table) => [...table.keys()]));
  const opens = memoize(
    20_000,
    (lower: string) => openers.has(words.fold(lower)) || articles.has(lower) || /^[\d.½¼¾⅓⅔]/u.test(lower),
  );
  let [last, known]: [NumberTokens, Map<number, NumberReading | undefined>] = [[], new Map()];
  return (tokens, at) => {
    const token = tokens[at];
    if (token === undefined || !opens(token.lower)) return undefined;
    // One text is read for numbers and for dates.
    if (tokens !== last) [last, known] = [tokens, new Map()];
    if (!known.has(at)) known.set(at, numberAt(words, tokens, at));
    return known.get(at);
  };
}

function numberAt(words: NumberWords, tokens: NumberTokens, start: number): NumberReading | undefined {
  const first = wordAt(words, tokens, start);
  const ordinal = words.ordinals.get(first);
  if (ordinal !== undefined) return { value: ordinal, end: start + 1, ordinal: true };
  const placed = ordinalDigits(tokens, start, words);
  if (placed !== undefined) return placed;
  if (words.small.get(first) === 1 && words.beforeOne.has(wordAt(words, tokens, start - 1))) return undefined;
  const inverted = words.inverted.has(first) ? invertedAt(words, tokens, start) : undefined;
  return inverted ?? withLetter(words, tokens, { start, read: sumAt(words, tokens, start) });
}

function wordAt(words: NumberWords, tokens: NumberTokens, at: number): string {
  return words.fold(tokens[at]?.lower ?? "");
}

function scaleAt(words: NumberWords, tokens: NumberTokens, i: number): { scale: number; end: number } | undefined {
  const word = wordAt(words, tokens, i);
  const dots =
    tokens[i + 1]?.text === "." && tokens[i + 2]?.glued === true
      ? words.short.get(`${word}.${wordAt(words, tokens, i + 2)}`)
      : undefined;
  if (dots !== undefined) return { scale: dots, end: i + (tokens[i + 3]?.text === "." ? 4 : 3) };
  const letter = tokens[i]?.glued === true && !words.letters.has(tokens[i]?.text ?? "");
  const scale = words.scales.get(word) ?? words.short.get(word) ?? (letter ? words.glued.get(word) : undefined);
  if (scale === undefined) return undefined;
  const dotted = words.short.has(word) && tokens[i + 1]?.text === "." && tokens[i + 1]?.glued === true;
  return { scale, end: i + (dotted ? 2 : 1) };
}

type Letter = { start: number; read: NumberReading | undefined };

function withLetter(words: NumberWords, tokens: NumberTokens, { start, read }: Letter): NumberReading | undefined {
  const letter = read === undefined ? undefined : tokens[read.end];
  // "250 K" may be a temperature, "5 m" is a length.
  const isApart = /^[kK]$/.test(letter?.text ?? "") && !tokens[read?.end ?? 0]?.glued;
  if (read === undefined || letter === undefined || !(letter.glued || isApart)) return read;
  if (/^\p{L}/u.test(tokens[read.end - 1]?.text ?? "")) return read;
  const scale = words.letters.get(isApart ? "K" : letter.text);
  if (scale === undefined) return read;
  const scaled = clean(read.value * scale);
  const priced = money.test(tokens[start - 1]?.text ?? "") || money.test(tokens[read.end + 1]?.text ?? "");
  return priced ? { value: scaled, end: read.end + 1 } : { ...read, scaled };
}

function invertedAt(words: NumberWords, tokens: NumberTokens, start: number): NumberReading | undefined {
  const scale = words.scales.get(wordAt(words, tokens, start)) ?? 1;
  const count = digitsAt(tokens, start + 1, words) ?? wordsAt(words, tokens, start + 1);
  if (count === undefined || count.value >= 1000 || scaleAt(words, tokens, count.end) !== undefined) return undefined;
  return { value: clean(count.value * scale), end: count.end, approximate: true };
}

/** Parts with falling scales: 3 million, 200 thousand. */
function sumAt(words: NumberWords, tokens: NumberTokens, start: number): NumberReading | undefined {
  let total = 0;
  let limit = Number.POSITIVE_INFINITY;
  let end = start;
  for (let i = start; i < tokens.length;) {
    const part = partAt(words, tokens, { i, follows: end > start });
    if (part === undefined || part.scale >= limit || (part.scale === 1 && part.value >= limit)) break;
    const thousands =
      words.hundredsAreThousands && limit === 1e6 && part.scale === 1 && part.spoken && part.value >= 100;
    total += thousands ? part.value * 1000 : part.value;
    end = part.end;
    if (part.ordinal) return { value: clean(total), end, ordinal: true };
    if (part.scale < 1000) break;
    limit = part.scale;
    const joined =
      part.spoken && words.joiners.has(wordAt(words, tokens, end)) && words.small.has(wordAt(words, tokens, end + 1));
    i = joined ? end + 1 : end;
  }
  return end === start ? undefined : withHalf(words, tokens, { read: { value: clean(total), end }, scale: limit });
}

type ScaledPart = Part & { scale: number; ordinal: boolean };

/** A count with its scale. A bare scale counts one; digits without a scale cannot follow another part. */
function partAt(
  words: NumberWords,
  tokens: NumberTokens,
  { i, follows }: { i: number; follows: boolean },
): ScaledPart | undefined {
  const count = articleAt(words, tokens, { i, follows }) ?? countAt(words, tokens, i);
  if (count === undefined) return undefined;
  if (count.ordinal === true) return { ...count, scale: 1, ordinal: true };
  const parts = words.denominators.get(wordAt(words, tokens, count.end));
  if (parts !== undefined && !follows)
    return { value: count.value * parts, end: count.end + 1, scale: 1, spoken: true, ordinal: false };
  const half = halfAfter(words, tokens, count);
  let [value, end, scale] = [half.value, half.end, 1];
  for (
    let next = scaleAt(words, tokens, end);
    next !== undefined && next.scale > scale;
    next = scaleAt(words, tokens, end)
  )
    [value, end, scale] = [value * next.scale, next.end, next.scale];
  if (follows && !count.spoken && scale === 1) return undefined;
  return { value, end, scale, spoken: count.spoken || scale > 1, ordinal: false };
}

type Count = Part & { ordinal?: boolean };

/** "a hundred", "a quarter": the article counts one. */
function articleAt(
  words: NumberWords,
  tokens: NumberTokens,
  { i, follows }: { i: number; follows: boolean },
): Count | undefined {
  if (follows || !words.articles.has(wordAt(words, tokens, i))) return undefined;
  const fraction = fractionAt(words, tokens, i + 1);
  if (fraction !== undefined) return fraction;
  return scaleAt(words, tokens, i + 1) === undefined ? undefined : { value: 1, end: i + 1, spoken: true };
}

function countAt(words: NumberWords, tokens: NumberTokens, i: number): Count | undefined {
  const read = fractionAt(words, tokens, i) ?? digitsAt(tokens, i, words) ?? wordsAt(words, tokens, i);
  if (read !== undefined) return read;
  return words.bareScale && words.scales.has(wordAt(words, tokens, i)) ? { value: 1, end: i, spoken: true } : undefined;
}

function fractionAt(words: NumberWords, tokens: NumberTokens, i: number): Part | undefined {
  const value = words.fractions.get(wordAt(words, tokens, i));
  if (value === undefined) return undefined;
  const dash =
    tokens[i + 1]?.text === "-" && tokens[i + 1]?.glued === true && words.scales.has(wordAt(words, tokens, i + 2));
  const article = words.articles.has(wordAt(words, tokens, i + 1));
  return { value, end: i + 1 + Number(dash) + Number(article), spoken: true };
}

/** Words below a thousand, or with "hundred" as a word of its own; an ordinal ends them. */
function wordsAt(words: NumberWords, tokens: NumberTokens, start: number): (Part & { ordinal: boolean }) | undefined {
  let value = 0;
  let end = start;
  for (let i = start; i < tokens.length; i += 1) {
    const word = wordAt(words, tokens, i);
    const seen = end > start;
    const small = words.small.get(word);
    const last = seen ? words.ordinals.get(word) : undefined;
    if (last !== undefined && fits(value, last))
      return { value: value + last, end: i + 1, spoken: true, ordinal: true };
    if (small !== undefined && (!seen || fits(value, small))) value += small;
    else if (seen && words.scales.get(word) === 100 && value < 100 && value > 0) value *= 100;
    else if (seen && isLink(words, tokens, { i, value })) continue;
    else break;
    end = i + 1;
  }
  return end === start ? undefined : { value, end, spoken: true, ordinal: false };
}

/** The hyphen of "twenty-five", the "and" of "two hundred and seven". */
function isLink(words: NumberWords, tokens: NumberTokens, { i, value }: { i: number; value: number }): boolean {
  const following = wordAt(words, tokens, i + 1);
  const next = words.small.get(following) ?? words.ordinals.get(following);
  const [link, after] = [tokens[i], tokens[i + 1]];
  if (next === undefined || link === undefined || after === undefined || !fits(value, next)) return false;
  if (link.text === "-") return link.glued && after.glued;
  return words.joiners.has(wordAt(words, tokens, i)) && (value >= 100 || words.decimal === ",");
}

function halfAfter(words: NumberWords, tokens: NumberTokens, part: Part): Part {
  for (const half of words.halves)
    if (half.every((word, k) => wordAt(words, tokens, part.end + k) === word))
      return { ...part, value: part.value + 0.5, end: part.end + half.length };
  return part;
}

/** "a million and a half" is 1,500,000. */
function withHalf(
  words: NumberWords,
  tokens: NumberTokens,
  { read, scale }: { read: NumberReading; scale: number },
): NumberReading {
  if (!Number.isFinite(scale)) return read;
  const half = halfAfter(words, tokens, { ...read, value: 0, spoken: true });
  return half.end === read.end ? read : { value: clean(read.value + scale / 2), end: half.end };
}

/** "twenty" takes "five" but not "thirty". */
function fits(value: number, next: number): boolean {
  if (next < 10) return value % 10 === 0 && value % 100 !== 10;
  return next < 100 ? value % 100 === 0 : false;
}

const vulgar: ReadonlyMap<string, number> = new Map([
  ["½", 0.5],
  ["¼", 0.25],
  ["¾", 0.75],
  ["⅓", 1 / 3],
  ["⅔", 2 / 3],
]);

/** Digits with groups, a decimal sign, a fraction bar. */
function digitsAt(tokens: readonly NumberToken[], at: number, words: NumberWords): Part | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const sign = vulgar.get(token.text);
  if (sign !== undefined) return { value: sign, end: at + 1, spoken: false };
  if (!/^\.?\d/.test(token.text)) return undefined;
  if (/^\d{1,3}(?:[ \u00a0]\d{3})+$/.test(token.text))
    return { value: Number(token.text.replaceAll(/\D/g, "")), end: at + 1, spoken: false };
  const text = plainDigits(token.text, words.decimal);
  if (text === undefined) return undefined;
  let [digits, end] = grouped(tokens, at, { digits: text, decimal: words.decimal });
  const [comma, part] = [tokens[end], tokens[end + 1]];
  if (
    words.decimal === "," &&
    comma?.text === "," &&
    comma.glued &&
    part?.glued === true &&
    /^\d{1,2}$/.test(part.text) &&
    !digits.includes(".")
  )
    [digits, end] = [`${digits}.${part.text}`, end + 2];
  const value = Number(digits);
  if (!Number.isFinite(value)) return undefined;
  const added = tokens[end]?.glued === true ? vulgar.get(tokens[end]?.text ?? "") : undefined;
  if (added !== undefined) return { value: value + added, end: end + 1, spoken: false };
  const [bar, below] = [tokens[end], tokens[end + 1]];
  if (bar?.text === "/" && bar.glued && below?.glued === true && /^\d{1,4}$/.test(below.text) && Number(below.text) > 0)
    return { value: value / Number(below.text), end: end + 2, spoken: false };
  return { value, end, spoken: false };
}

/** One token of digits in JavaScript's spelling. */
function plainDigits(text: string, decimal: "." | ","): string | undefined {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) && (decimal === "." || text.split(",").length > 2))
    return text.replaceAll(",", "");
  if (/^(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return text;
  return /^\d+,\d+$/.test(text) ? text.replace(",", ".") : undefined;
}

/** "1 500 000": groups of three behind one to three digits. Where the comma is no decimal sign, only groups of zeros join. */
function grouped(
  tokens: readonly NumberToken[],
  at: number,
  { digits, decimal }: { digits: string; decimal: "." | "," },
): [string, number] {
  let [read, end] = [digits, at + 1];
  while (/^[1-9]\d{0,2}$/.test(digits) && /^\d+$/.test(read)) {
    const group = tokens[end];
    if (group === undefined || group.glued || !(decimal === "," ? /^\d{3}(?:[.,]\d+)?$/ : /^000$/).test(group.text))
      break;
    read += group.text.replace(",", ".");
    end += 1;
  }
  return [read, end];
}

function ordinalDigits(
  tokens: readonly NumberToken[],
  at: number,
  { ordinalEnding }: NumberWords,
): NumberReading | undefined {
  const token = tokens[at];
  if (token === undefined || !/^\d/.test(token.text)) return undefined;
  if (/^\d+\p{L}+$/u.test(token.text))
    return ordinalEnding.test(token.text.replace(/^\d+/, "").toLowerCase())
      ? { value: Number.parseInt(token.text, 10), end: at + 1, ordinal: true }
      : undefined;
  const dash = tokens[at + 1]?.text === "-" ? 1 : 0;
  const ending = tokens[at + 1 + dash];
  const marked =
    /^\d+$/.test(token.text) &&
    dash === 1 &&
    ending?.glued === true &&
    tokens[at + 1]?.glued === true &&
    ordinalEnding.test(ending.lower);
  return marked ? { value: Number(token.text), end: at + 3, ordinal: true } : undefined;
}

/** 1.1 × 1000 is 1100, not 1100.0000000000002. */
function clean(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  return Number(value.toPrecision(15));
}

/** `value: form form` rows, parted by semicolons. */
export function numberForms(rows: string): ReadonlyMap<string, number> {
  return new Map(
    rows
      .trim()
      .split(/;\s*/)
      .flatMap((row) => {
        const [value = "", forms = ""] = row.split(": ");
        return forms
          .trim()
          .split(" ")
          .map((form) => [form, Number(value)] as const);
      }),
  );
}
