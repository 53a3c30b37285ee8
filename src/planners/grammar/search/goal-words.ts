import { memoize } from "../../../plan/bounded-cache.ts";
import { codeOf } from "../../../language/words/codes.ts";
import { languages } from "../../../language/languages.ts";
import type { Token } from "../../../language/words/token.ts";
import type { Reading } from "../../../language/reading.ts";
import { nameWords, stemOf } from "../profile/name-words.ts";

/** Where a stem occurs in the goal; `strength` is 1 for the word itself, less for a word of like meaning. */
export type Occurrence = { at: number; strength: number };

/** The goal's words, ready to be matched with words of the manifest. */
export type GoalWords = {
  /** In the order of the text. */
  byStem: ReadonlyMap<string, readonly Occurrence[]>;
  /** Small words, which only the options of a parameter may mean: "on", "all". */
  small: ReadonlyMap<string, readonly Occurrence[]>;
  /** Tokens that carry meaning. */
  content: readonly number[];
};

const alike = 0.6;

export function readGoalWords(reading: Reading, extra: ReadonlyMap<string, readonly string[]>): GoalWords {
  const byStem = new Map<string, Occurrence[]>();
  const small = new Map<string, Occurrence[]>();
  const content: number[] = [];
  for (const [at, token] of reading.tokens.entries()) {
    const words = wordsOf(token.kind, token.text);
    const language = languages[token.lang];
    for (const stem of [...askedAt(reading.tokens, at), ...kindsOf(token)]) note(byStem, stem, { at, strength: alike });
    if (language.functionWords.has(token.lower)) note(small, token.lower, { at, strength: 0.8 });
    if (words.length === 0 || language.functionWords.has(token.lower)) continue;
    if (token.kind === "word") content.push(at);
    const joined =
      reading.tokens[at + 1]?.text === "-" && reading.tokens[at + 2]?.glued === true && token.kind === "word"
        ? [stemOf(token.lower + (reading.tokens[at + 2]?.lower ?? ""))]
        : [];
    for (const stem of [...words, ...joined]) {
      note(byStem, stem, { at, strength: token.kind === "quoted" ? 0.3 : 1 });
      if (token.kind === "quoted") continue;
      for (const other of language.meanings(stem))
        note(byStem, other, { at, strength: language.code === "en" ? alike : 1 });
      for (const other of language.phraseAt?.(reading.tokens, at) ?? []) note(byStem, other, { at, strength: 1 });
      for (const other of extra.get(stem) ?? []) note(byStem, other, { at, strength: 1 });
    }
  }
  return { byStem, small, content };
}

/** Stems of what a question word asks for, or a sign between two numbers: "when", "how far", "3 * 4". */
export function askedAt(tokens: readonly Token[], at: number): readonly string[] {
  const token = tokens[at];
  if (token === undefined) return [];
  const { asked } = languages[token.lang];
  if (token.kind !== "word" && !isOperator(tokens, at)) return [];
  return asked.get(`${token.lower} ${tokens[at + 1]?.lower ?? ""}`) ?? asked.get(token.lower) ?? [];
}

/** Euros are money, Danish is a language. */
function kindsOf(token: Token): string[] {
  if (token.kind !== "word" || languages[token.lang].functionWords.has(token.lower)) return [];
  return [
    ...(codeOf("currency", [token]) === undefined ? [] : moneyStems),
    ...(codeOf("language", [token]) === undefined ? [] : [stemOf("language")]),
  ];
}

const moneyStems = [stemOf("currency"), stemOf("money")];

function isOperator(tokens: readonly Token[], at: number): boolean {
  const numeric = tokens[at - 1]?.kind === "number" && tokens[at + 1]?.kind === "number";
  return numeric && !(tokens[at]?.text === "/" && tokens[at].glued);
}

/** The same, with stems that stand for words of the goal by agreement. */
export function withWords(words: GoalWords, said: readonly { stem: string; at: number }[]): GoalWords {
  if (said.length === 0) return words;
  const byStem = new Map([...words.byStem].map(([stem, list]) => [stem, [...list]]));
  for (const { stem, at } of said) note(byStem, stem, { at, strength: 0.9 });
  for (const places of byStem.values()) places.sort((a, b) => a.at - b.at);
  return { ...words, byStem };
}

function wordsOf(kind: string, text: string): readonly string[] {
  if (kind === "number") return [text];
  if (kind === "word") return formsOf(text);
  if (kind === "identifier" || kind === "quoted")
    return nameWords(text)
      .slice(0, 8)
      .map((word) => stemOf(word));
  return [];
}

/** Stems of a word: its own, those of its parts, and the adjective of an adverb. */
const formsOf = memoize(2_000, (text: string): readonly string[] => {
  const lower = text.toLowerCase();
  const manner = /^.{4,}ly$/.test(lower) ? [stemOf(lower.slice(0, -2))] : [];
  return [...new Set([stemOf(lower), ...nameWords(text).map((word) => stemOf(word)), ...manner])];
});

function note(byStem: Map<string, Occurrence[]>, stem: string, occurrence: Occurrence): void {
  const list = byStem.get(stem);
  if (list === undefined) byStem.set(stem, [occurrence]);
  else list.push(occurrence);
}
