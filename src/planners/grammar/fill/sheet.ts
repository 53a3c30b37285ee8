import type { Candidate } from "../../../language/spans/candidate.ts";
import { languages } from "../../../language/languages.ts";
import { isJoiner } from "../../../language/words/marks.ts";
import type { Reading } from "../../../language/reading.ts";
import { hasRole } from "../../../language/words/roles.ts";
import { stemOf } from "../profile/name-words.ts";
import type { AliasHit } from "../search/lexicon-hits.ts";
import type { GoalWords, Occurrence } from "../search/goal-words.ts";

/** The read goal with what filling asks again and again: where words stand and what lies between two places. */
export type Sheet = {
  reading: Reading;
  words: GoalWords;
  /** Running counts up to each token: separators, numbers, sentence ends. */
  separators: readonly number[];
  numbers: readonly number[];
  stops: readonly number[];
  /** Whether a token lies inside a date or time. */
  dated: readonly boolean[];
  /** Token to the coordination it opens a member of. */
  lists: ReadonlyMap<number, number>;
  /** Whether a token lies inside a name of several words. */
  named: readonly boolean[];
  /** Whether a token lies inside a literal list or object. */
  listed: readonly boolean[];
  /** What is surely a value of something, in text order. */
  literals: readonly Candidate[];
  /** Values by other names, from domain packs. */
  aliases: readonly AliasHit[];
  /** A rule that is left out, to see what it is worth. */
  without?: string;
};

export function createSheet(reading: Reading, words: GoalWords): Sheet {
  const separators = running(reading, (at) => {
    const { lower = "", lang = "en" } = reading.tokens[at] ?? {};
    return /^[,;]$/.test(lower) || languages[lang].conjunctions.has(lower);
  });
  const numbers = running(reading, (at) => reading.tokens[at]?.kind === "number");
  const stops = running(reading, (at) => reading.marks.stops[at] === true);
  const dated = reading.tokens.map(() => false);
  for (const candidate of reading.candidates)
    if (candidate.kind === "date" || candidate.kind === "time") dated.fill(true, candidate.start, candidate.end);
  const named = reading.tokens.map(() => false);
  const listed = reading.tokens.map(() => false);
  const lists = new Map<number, number>();
  for (const [id, candidate] of reading.candidates.entries()) {
    if (candidate.kind === "name" && candidate.end - candidate.start > 1)
      named.fill(true, candidate.start, candidate.end);
    if (candidate.kind === "json") listed.fill(true, candidate.start, candidate.end);
    if (candidate.items !== undefined && candidate.range !== true)
      for (const item of candidate.items) if (!lists.has(item.start)) lists.set(item.start, id);
  }
  return {
    reading,
    words,
    separators,
    numbers,
    stops,
    dated,
    lists,
    named,
    listed,
    literals: reading.candidates.filter((one) => isLiteral(reading, one)),
    aliases: [],
  };
}

/** Digits, dates, quotations and addresses are said to be used; a number in words may only count what is named. */
function isLiteral(reading: Reading, { kind, start, text, ordinal, implied }: Candidate): boolean {
  if (kind === "number") return ordinal !== true && implied !== true && /\d/.test(text);
  return /^(?:quoted|email|url|date|time)$/.test(kind) && reading.marks.stops[start] !== true;
}

function running(reading: Reading, counts: (at: number) => boolean): number[] {
  const sums = [0];
  for (let at = 0; at < reading.tokens.length; at += 1) sums.push((sums[at] ?? 0) + (counts(at) ? 1 : 0));
  return sums;
}

const reach = 8;

/** How strongly words of the parameter near the candidate point at it: the best three, fading with distance and with what lies between. */
export function proximity(sheet: Sheet, terms: ReadonlyMap<string, number>, candidate: Candidate): number {
  let [first, second, third] = [0, 0, 0];
  for (const [stem, weight] of terms) {
    const places = sheet.words.byStem.get(stem);
    if (places === undefined) continue;
    let best = 0;
    for (let i = firstFrom(places, candidate.start - reach); i < places.length; i += 1) {
      const place = places[i];
      if (place === undefined || place.at >= candidate.end + reach) break;
      best = Math.max(best, pull(sheet, place, candidate));
    }
    best *= weight;
    if (best > first) [first, second, third] = [best, first, second];
    else if (best > second) [second, third] = [best, second];
    else if (best > third) third = best;
  }
  return first + second + third;
}

/** How strongly a word is said between two tokens; 1 where it is said itself. */
export function strengthOf({ words }: Sheet, stem: string, range?: { from: number; to: number }): number {
  let best = 0;
  for (const { at, strength } of words.byStem.get(stem) ?? [])
    if (strength > best && (range === undefined || (at >= range.from && at < range.to))) best = strength;
  return best;
}

/** Index of the first place at or behind a token: a word that is said hundreds of times is not looked at hundreds of times. */
function firstFrom(places: readonly Occurrence[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pull(sheet: Sheet, word: Occurrence, candidate: Candidate): number {
  if (isBound(sheet, word.at) && candidate.start !== word.at - 2) return 0;
  const right = word.at >= candidate.end;
  if (!right && word.at >= candidate.start) return 0.25 * word.strength;
  const [from, to] = right ? [candidate.end, word.at] : [word.at + 1, candidate.start];
  const distance = to - from + 1;
  if (distance > reach) return 0;
  const crossed = (sums: readonly number[]): number => (sums[to] ?? 0) - (sums[from] ?? 0);
  let strength = (sheet.named[word.at] === true ? 0.3 : 1) * (word.strength / (1 + 0.3 * (distance - 1)));
  strength *= 0.65 ** crossed(sheet.separators) * 0.4 ** crossed(sheet.numbers) * 0.4 ** crossed(sheet.stops);
  return right ? strength * 0.8 : strength;
}

/** "sided" in "6-sided" speaks of that number alone. */
function isBound({ reading: { tokens } }: Sheet, at: number): boolean {
  return isJoiner(tokens, at - 1) && tokens[at - 2]?.kind === "number";
}

/** Content word before the candidate that introduces it: "named X", "velocity of X", "id: X". `linked`: with a word between; `placed`: that word is of place. */
export function introducer(sheet: Sheet, candidate: Candidate): { stem: string; linked: boolean; placed: boolean } {
  let at = candidate.start - 1;
  let placed = false;
  for (let steps = 0; at >= 0 && steps < 4; steps += 1, at -= 1) {
    const token = sheet.reading.tokens[at];
    if (token === undefined || !(hasRole(token.lower, "names value") || /^[:=,"'([→]$/.test(token.lower))) break;
    placed ||= hasRole(token.lower, "placed");
  }
  const token = sheet.reading.tokens[at];
  if (token === undefined) return { stem: "", linked: false, placed };
  const stem = token.kind === "quoted" ? stemOf(token.lower.slice(1, -1)) : token.stem;
  return { stem, linked: at < candidate.start - 1, placed };
}
