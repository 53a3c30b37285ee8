import type { ToolSpec } from "../../plan/tool-spec.ts";
import { bindTools, type BoundTool } from "../packs/bind-tools.ts";
import { compilePack, type CompiledPhrase } from "../packs/compiled-pack.ts";
import { type Heard, isFunctionWord } from "../packs/heard.ts";
import { matchPhrase, type PhraseMatch } from "../packs/match-phrase.ts";
import type { Pack } from "../packs/pack.ts";
import type { TaughtBook } from "./book.ts";
import { isTelling } from "./telling-words.ts";

/** A request that a lesson covers. `whole`: every word of it is accounted for by the rule, and no word of the rule is missing. */
export type TaughtMatch = {
  rule: Pack;
  tools: ReadonlyMap<string, BoundTool>;
  match: PhraseMatch;
  whole: boolean;
  confidence: number;
};

type Row = { rule: Pack; phrase: CompiledPhrase; /** Sum of the weights of its words. */ weight: number };

/** The phrases of a book by the stems of their fixed words. */
export type BookIndex = {
  rows: readonly Row[];
  byStem: ReadonlyMap<string, readonly number[]>;
  /** How much a stem tells: rare ones more. */
  weights: ReadonlyMap<string, number>;
  vocabulary: ReadonlySet<string>;
};

const indexes = new WeakMap<TaughtBook, BookIndex>();

export function indexOf(book: TaughtBook): BookIndex {
  const known = indexes.get(book) ?? createIndex(book);
  indexes.set(book, known);
  return known;
}

function createIndex({ rules }: TaughtBook): BookIndex {
  const phrases = rules.flatMap((rule) => compilePack(rule).phrases.map((phrase) => ({ rule, phrase })));
  const byStem = new Map<string, number[]>();
  for (const [at, { phrase }] of phrases.entries())
    for (const stem of stemsOf(phrase)) {
      const list = byStem.get(stem);
      if (list === undefined) byStem.set(stem, [at]);
      else list.push(at);
    }
  const weights = new Map([...byStem].map(([stem, list]) => [stem, Math.log(1 + phrases.length / list.length)]));
  const rows = phrases.map((one) => ({ ...one, weight: weightOf(one.phrase, weights) }));
  return { rows, byStem, weights, vocabulary: new Set(rules.flatMap((rule) => [...compilePack(rule).vocabulary])) };
}

/** Stems of words and known values: any of them may bring the phrase up. */
function stemsOf({ words, slots }: CompiledPhrase): Set<string> {
  return new Set([
    ...words.flatMap(({ options }) => options.flat()),
    ...slots.flatMap(({ values }) => [...values.keys()]),
  ]);
}

/** Question words tell less of a request than the others, and may be missing. */
const lightly = 0.3;

function weightOf({ words }: CompiledPhrase, weights: ReadonlyMap<string, number>): number {
  return words.reduce(
    (sum, { options, optional }) => sum + (optional ? lightly : 1) * groupWeight(options, weights),
    0,
  );
}

function groupWeight(
  options: CompiledPhrase["words"][number]["options"],
  weights: ReadonlyMap<string, number>,
): number {
  return Math.max(0, ...options.map((stems) => stems.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0)));
}

/** How many phrases are laid over a request. */
const mostTried = 24;
/** Less of both sides in common than this is another request. */
const alikeEnough = 0.45;

/** The lesson that the request is most like. Only phrases that share a word with it are looked at. */
export function matchTaught(heard: Heard, book: TaughtBook, toolbox: readonly ToolSpec[]): TaughtMatch | undefined {
  const index = indexOf(book);
  let best: (TaughtMatch & { rank: number }) | undefined;
  for (const at of candidates(heard, index)) {
    const row = index.rows[at];
    const tools = row === undefined ? undefined : boundTools(row.rule, toolbox);
    const found = row === undefined || tools === undefined ? undefined : lay(row, heard, index);
    if (found === undefined || tools === undefined) continue;
    const rank = found.likeness + (found.whole ? 1 : 0) + 0.001 * found.match.explained;
    if (best === undefined || rank > best.rank)
      best = { rule: found.rule, tools, match: found.match, whole: found.whole, confidence: confidenceOf(found), rank };
  }
  return best;
}

function candidates(heard: Heard, { byStem, weights, rows }: BookIndex): number[] {
  const scores = new Map<number, number>();
  for (const stem of heard.places.keys())
    for (const at of byStem.get(stem) ?? []) scores.set(at, (scores.get(at) ?? 0) + (weights.get(stem) ?? 0));
  return [...scores]
    .map(([at, score]) => ({ at, score: score / Math.max(1e-9, score + (rows[at]?.weight ?? 0)) }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, mostTried)
    .map(({ at }) => at);
}

/** Only the very tools that were taught: a similar name is another tool. */
function boundTools(rule: Pack, toolbox: readonly ToolSpec[]): ReadonlyMap<string, BoundTool> | undefined {
  const names = new Set(Object.values(rule.tools).map(({ name }) => name));
  const present = toolbox.filter(({ name }) => names.has(name));
  return present.length === names.size ? bindTools(rule, present) : undefined;
}

type Laid = { rule: Pack; match: PhraseMatch; whole: boolean; likeness: number };

function lay({ rule, phrase, weight }: Row, heard: Heard, index: BookIndex): Laid | undefined {
  const strict = matchPhrase(phrase, heard, index.vocabulary);
  if (strict !== undefined && strict.missing.length === 0) {
    const whole = strict.unexplained === 0 && strict.guessed === 0 && !leavesWords(strict, heard);
    return { rule, match: strict, whole, likeness: likenessOf(strict, heard, { weight, index }) };
  }
  const loose = matchPhrase(loosened(phrase), heard, index.vocabulary);
  if (loose === undefined || loose.missing.length > 0) return undefined;
  const likeness = likenessOf(loose, heard, { weight, index });
  return likeness < alikeEnough ? undefined : { rule, match: loose, whole: false, likeness };
}

/** Whether the request has a telling word that the phrase does not account for. */
function leavesWords({ words, slots }: PhraseMatch, { tokens }: Heard): boolean {
  const places = [...slots.values()].flatMap((filled) => [filled, ...(filled.more ?? [])]);
  return tokens.some(
    (token, at) =>
      isTelling(token) &&
      !words.includes(at) &&
      !places.some(({ start, end }) => at >= start - 1 && at < end && end > start),
  );
}

/** The same phrase with all words optional: what is missing counts against it. */
function loosened(phrase: CompiledPhrase): CompiledPhrase {
  const known = loose.get(phrase);
  if (known !== undefined) return known;
  const made = { ...phrase, words: phrase.words.map((word) => ({ ...word, optional: true })), needs: [] };
  loose.set(phrase, made);
  return made;
}

const loose = new WeakMap<CompiledPhrase, CompiledPhrase>();

/** Twice the weight of the common words over the weight of all words on both sides; what slots took counts for neither. */
function likenessOf(match: PhraseMatch, heard: Heard, { weight, index }: { weight: number; index: BookIndex }): number {
  const rare = Math.log(1 + index.rows.length);
  const weigh = (at: number): number => {
    const token = heard.tokens[at];
    if (token === undefined) return 0;
    return (
      (isFunctionWord(token) ? lightly : 1) * (index.weights.get(token.stem) ?? (isFunctionWord(token) ? 0 : rare))
    );
  };
  const common = match.words.reduce((sum, at) => sum + weigh(at), 0);
  const taken = new Set(match.words);
  let left = 0;
  for (const [name, { start, end, marked }] of match.slots) {
    const isText = match.phrase.slots.some((slot) => slot.name === name && slot.type === "text");
    for (let at = start; at < end; at += 1) {
      taken.add(at);
      // Words that name requests elsewhere are seldom a name.
      if (isText && index.byStem.has(heard.tokens[at]?.stem ?? "")) left += (marked ? 0.3 : 0.8) * weigh(at);
    }
  }
  for (let at = 0; at < heard.tokens.length; at += 1) if (!taken.has(at)) left += weigh(at);
  if (common === 0 && weight > 0) return 0;
  return weight + left === 0 ? 1 : (2 * common) / (Math.max(weight, common) + common + left);
}

function confidenceOf({ whole, likeness, match }: Laid): number {
  const sure = whole ? 0.95 : 0.9 * likeness * 0.92 ** match.guessed;
  return Math.round(sure * 1000) / 1000;
}
