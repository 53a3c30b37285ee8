import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Candidate } from "../../language/spans/candidate.ts";
import type { DateReading, DateSetting } from "../../language/language.ts";
import { languages } from "../../language/languages.ts";
import type { Token } from "../../language/words/token.ts";
import { toCyrillic } from "../../language/russian/transliterate.ts";
import { read, type Reading } from "../../language/reading.ts";
import { localDate } from "../../language/times-in.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Message } from "../grammar/goal.ts";

/** A goal as packs match it. */
export type GoalText = {
  source: string;
  /** Of the whole text, whatever part of it the rest is narrowed to. */
  reading: Reading;
  tokens: readonly Token[];
  /** Where each stem stands. */
  places: ReadonlyMap<string, readonly number[]>;
  /** What may rule a phrase out; collected when first asked for. */
  keys: () => ReadonlySet<string>;
  /** Words that a vocabulary does not know, found when first asked for: another pack may know a word that one does not. */
  unknown: Map<ReadonlySet<string>, number[]>;
  dates: readonly DateReading[];
  numbers: readonly Candidate[];
  /** Words that name somebody, and the name as it is written where it can only be one. */
  people: readonly { start: number; end: number; name: string }[];
  /** The day the goal was said on, in its zone. */
  today: string;
  /** What `system` messages say of the person and the place. */
  context: ReadonlyMap<string, Json>;
};

/** Context of a goal: its day, earlier messages, words that may be spelt in Latin letters, and the people that words name. */
export type GoalTextOptions = {
  setting: DateSetting;
  history?: readonly Message[];
  vocabulary?: ReadonlySet<string>;
  people?: ReadonlyMap<string, readonly { name: string }[]>;
};

export function readGoalText(source: string, { setting, history = [], vocabulary, people }: GoalTextOptions): GoalText {
  const reading = read(source, setting);
  const tokens = inCyrillic(reading.tokens, vocabulary ?? new Set());
  const named = people === undefined ? [] : peopleIn(tokens, people);
  return {
    source,
    reading,
    ...wordsOf(tokens),
    dates: reading.dates,
    numbers: reading.numbers.filter(({ implied }) => implied !== true),
    people: named,
    today: localDate(setting),
    context: contextOf(history),
  };
}

/** Names in the text, the longest first: "Анна Петрова", then "Анна". */
function peopleIn(tokens: readonly Token[], known: NonNullable<GoalTextOptions["people"]>): GoalText["people"] {
  const found: GoalText["people"][number][] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    const said = tokens[start]?.lower ?? "";
    const [first, ...others] = known.get(said) ?? [];
    if (first === undefined || tokens[start]?.kind !== "word") continue;
    const isSurname = known.get(tokens[start + 1]?.lower ?? "")?.some(({ name }) => name === first.name) === true;
    const end = start + (isSurname ? 2 : 1);
    found.push({ start, end, name: others.length === 0 || isSurname ? first.name : said });
    start = end - 1;
  }
  return found;
}

/** Russian without a Russian keyboard: "zadachu" is read as "задачу" where the pack knows that word and English none. */
function inCyrillic(tokens: readonly Token[], vocabulary: ReadonlySet<string>): readonly Token[] {
  if (tokens.some(({ lang }) => lang === "ru")) return tokens;
  const isUnknown = (token: Token): boolean =>
    token.kind === "word" &&
    token.text.length > 3 &&
    !(token.capital && token.from > 0) &&
    !vocabulary.has(token.stem) &&
    languages.en.meanings(token.stem).length === 0;
  if (!tokens.some(isUnknown)) return tokens;
  const goalText = tokens.map((token) => {
    const stem = isUnknown(token) ? languages.ru.stem(toCyrillic(token.lower)) : "";
    return vocabulary.has(stem) ? russian(token, stem) : token;
  });
  if (goalText.every(({ lang }) => lang === "en")) return tokens;
  return goalText.map((token) => {
    const small = toCyrillic(token.lower);
    return token.text.length < 4 && languages.ru.functionWords.has(small)
      ? russian(token, languages.ru.stem(small))
      : token;
  });
}

function russian(token: Token, stem: string): Token {
  return { ...token, stem, lower: toCyrillic(token.lower), lang: "ru" };
}

/** The same, narrowed to a run of tokens; offsets stay those of the whole. */
export function part(goalText: GoalText, start: number, end: number): GoalText {
  const tokens = goalText.tokens.slice(start, end);
  const [from, to] = [tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0];
  return {
    ...goalText,
    ...wordsOf(tokens),
    dates: goalText.dates.filter((date) => date.from >= from && date.to <= to),
    numbers: within(goalText.numbers, start, end),
    people: within(goalText.people, start, end),
  };
}

/** What stands between two tokens, counted from the first of them. */
function within<T extends { start: number; end: number }>(all: readonly T[], start: number, end: number): T[] {
  return all.flatMap((one) =>
    one.start >= start && one.end <= end ? [{ ...one, start: one.start - start, end: one.end - start }] : [],
  );
}

function wordsOf(tokens: readonly Token[]): Pick<GoalText, "tokens" | "places" | "keys" | "unknown"> {
  const places = new Map<string, number[]>();
  for (const [at, { stem }] of tokens.entries()) {
    const known = places.get(stem);
    if (known === undefined) places.set(stem, [at]);
    else known.push(at);
  }
  let keys: ReadonlySet<string> | undefined;
  return { tokens, places, keys: () => (keys ??= new Set(tokens.map(ruleOutKey))), unknown: new Map() };
}

/** Stems of function words say too little: "как" and "какие" share one. */
export function ruleOutKey(token: Token): string {
  return isFunctionWord(token) ? token.lower : token.stem;
}

/** Words that carry no meaning of their own in a request. */
export function isFunctionWord(token: Token): boolean {
  if (token.kind === "punctuation" || token.kind === "symbol") return true;
  const { functionWords, connectors } = languages[token.lang];
  return token.kind === "word" && (functionWords.has(token.lower) || connectors.has(token.lower));
}

/** Whether "не" or "not" stands right before the token: what follows is then not what is wanted. */
export function isNegated({ tokens }: GoalText, at: number): boolean {
  const before = tokens[at - 1];
  return before?.kind === "word" && hasRole(before.lower, "negation");
}

function contextOf(history: readonly Message[]): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  for (const { role, content } of history) {
    if (role !== "system") continue;
    try {
      const said: unknown = JSON.parse(content);
      if (isJsonObject(said)) for (const [field, value] of Object.entries(said)) found.set(field, value);
    } catch {
      continue;
    }
  }
  return found;
}
