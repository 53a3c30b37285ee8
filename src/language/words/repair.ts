import { once } from "../../plan/once.ts";
import { type DateFound, datesIn } from "../dates/read-dates.ts";
import { createScan } from "../dates/scan.ts";
import type { DateSetting } from "../language.ts";
import { languages } from "../languages.ts";
import type { Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/** Words before a correction that it may take back, and corrections of one text that are followed. */
const farthest = 12;
const mostRepairs = 4;
/** Words of one phrase that a single word replaces, and tokens of one correction: ", no, wait, ". */
const longestPhrase = 4;
const longestMarker = 12;

/** At the end of a text they say nothing that could be planned. */
const smiley = /(?:(?:(?<=\s)[:;=]-?[)(DPp]+|\p{Extended_Pictographic}\uFE0F?)\s*)+$/u;
const brackets = /\)+\s*$/;
/** Only the end is searched: the patterns try every place of what they get. */
const longestTail = 40;

function withoutSmiley(source: string): string {
  const from = Math.max(0, source.length - longestTail);
  const tail = source.slice(from).replace(smiley, blanks);
  return source.slice(0, from) + (source.includes("(") ? tail : tail.replace(brackets, blanks));
}

function blanks(found: string): string {
  return " ".repeat(found.length);
}

/**
 * A text without what its speaker takes back in the same breath: "to Ann, no, to Tom" is "to Tom". The words that are taken back
 * become blanks, so offsets stay. Where it is open what they replace, the text stays as it is.
 */
export function repaired(source: string, setting: DateSetting): string {
  let text = withoutSmiley(source);
  for (let round = 0; round < mostRepairs; round += 1) {
    const blank = takenBack(tokenize(text), setting);
    if (blank === undefined) return text;
    text = `${text.slice(0, blank.from)}${" ".repeat(blank.to - blank.from)}${text.slice(blank.to)}`;
  }
  return text;
}

function takenBack(tokens: readonly Token[], setting: DateSetting): { from: number; to: number } | undefined {
  const dates = once(() => datesIn(createScan(tokens, setting)));
  for (let at = 1; at < tokens.length; at += 1) {
    const next = behindMarker(tokens, at);
    const start = next === undefined ? undefined : replacedBy(tokens, { marker: at, next, dates: dates() });
    const [first, second] = [tokens[start ?? -1], tokens[next ?? -1]];
    if (first !== undefined && second !== undefined) return { from: first.from, to: second.from };
  }
  return undefined;
}

/** Where the replacement begins, if words that correct stand here: set off from what is before, and "no" from what follows too. */
function behindMarker(tokens: readonly Token[], marker: number): number | undefined {
  let at = marker;
  let [isFree, isSetOff] = [false, false];
  while (at - marker < longestMarker) {
    const token = tokens[at];
    const match = token?.kind === "word" ? languages[token.lang].lexicon.at(tokens, at) : undefined;
    if (match?.concepts.includes("act.repair") === true) {
      isFree ||= match.concepts.includes("act.repair.free");
      at = match.end;
      isSetOff = false;
    } else if (at > marker && token !== undefined && isMark(token)) {
      at += 1;
      isSetOff = true;
    } else break;
  }
  const before = tokens[marker - 1];
  if (at === marker || at >= tokens.length || before === undefined) return undefined;
  const saysMore = languages[tokens[at]?.lang ?? "en"].lexicon.at(tokens, at)?.concepts ?? [];
  if (saysMore.some((concept) => concept.startsWith("act.") || concept.startsWith("pol."))) return undefined;
  return isFree || (isMark(before) && isSetOff) ? at : undefined;
}

function isMark({ kind, text }: Token): boolean {
  return (kind === "punctuation" && /^(?:[,.;!?…]|\.{2,}|[-–—]+)$/.test(text)) || /^[-–—]$/.test(text);
}

type Repair = { marker: number; next: number; dates: readonly DateFound[] };

/** The first of the words that are taken back: the same word said before, or the value behind the last preposition. */
function replacedBy(tokens: readonly Token[], { marker, next, dates }: Repair): number | undefined {
  const end = tokens.slice(0, marker).findLastIndex((token) => !isMark(token)) + 1;
  const classOf = (at: number): string => {
    const token = tokens[at];
    if (token === undefined) return "end";
    if (dates.some(({ tokens: { start, end: to } }) => start <= at && to > at)) return "date";
    return /^(?:number|identifier|quoted|email|time)$/.test(token.kind) ? token.kind : "word";
  };
  const first = tokens[next];
  for (let at = end - 1; at >= Math.max(0, end - farthest); at -= 1) {
    const token = tokens[at];
    if (token === undefined || (isMark(token) && token.text !== ",")) break;
    if (token.lower === first?.lower && at + 1 < end && classOf(at + 1) === classOf(next + 1)) return at;
    // "Give Ann, no, Tom the key": one name for another, one id for another.
    const isAlike = token.kind !== "word" || (token.capital && first?.capital === true);
    if (end - at === 1 && isAlike && classOf(at) === classOf(next)) return at;
    const isPreposition = languages[token.lang].prepositions.has(token.lower);
    const isPhrase = end - at <= longestPhrase + 1 && at + 1 < end && classOf(at + 1) === classOf(next);
    const isOpen = first !== undefined && first.kind === "word" && languages[first.lang].prepositions.has(first.lower);
    if (isPreposition && isPhrase && !isOpen) return at + 1;
  }
  return undefined;
}
