import { read, type Reading } from "../../language/reading.ts";
import type { Token } from "../../language/words/token.ts";
import { tokenize } from "../../language/words/tokenize.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { bindTools, type BoundTool } from "../packs/bind-tools.ts";
import { compilePack, type CompiledPhrase } from "../packs/compiled-pack.ts";
import { type GoalText, isFunctionWord } from "../packs/goal-text.ts";
import { matchPhrase, type PhraseMatch } from "../packs/match-phrase.ts";
import type { Pack } from "../packs/pack.ts";
import { anyTime, type TaughtBook } from "./book.ts";
import { isAnnouncedOtherwise, narrowsOtherwise } from "./narrows.ts";
import { isTelling } from "./telling-words.ts";

/** A request that a lesson covers. `whole`: every word of it is accounted for by the rule, and no word of the rule is missing. */
type TaughtMatch = {
  rule: Pack;
  tools: ReadonlyMap<string, BoundTool>;
  match: PhraseMatch;
  whole: boolean;
  /** Whether the request has a value that the rule does not use. */
  leavesValue: boolean;
  confidence: number;
};

type RulePhrase = {
  rule: Pack;
  phrase: CompiledPhrase;
  /** Stems of the words outside its slots, function words too. */
  features: ReadonlySet<string>;
  /** Stems of other words for the same, and of the known values of its slots. */
  values: ReadonlySet<string>;
  /** All of these, each once, and the words without which the phrase is not there. */
  stems: readonly string[];
  neededStems: readonly string[];
};
/** Sums of weights: of all features, and of those without which the phrase is not there. */
type WeightedPhrase = RulePhrase & { weight: number; needed: number };

/** The phrases of a book by the stems of their words. */
type BookIndex = {
  rows: readonly WeightedPhrase[];
  byStem: ReadonlyMap<string, readonly number[]>;
  /** How much a stem tells: rare ones more. */
  weights: ReadonlyMap<string, number>;
  vocabulary: ReadonlySet<string>;
};

export const indexOf = memoizeByIdentity(({ rules }: TaughtBook): BookIndex => {
  const phrases = rules.flatMap(phrasesOf);
  const byStem = new Map<string, number[]>();
  const add = (stem: string, at: number): void => {
    const list = byStem.get(stem);
    if (list === undefined) byStem.set(stem, [at]);
    else list.push(at);
  };
  for (const [at, { stems }] of phrases.entries()) for (const stem of stems) add(stem, at);
  const weights = new Map([...byStem].map(([stem, list]) => [stem, Math.log(1 + phrases.length / list.length)]));
  const rows = phrases.map((one) => {
    const [weight, needed] = [sumOf(one.features, weights), sumOf(one.neededStems, weights)];
    return { ...one, weight, needed };
  });
  const vocabulary = new Set<string>();
  for (const rule of rules) for (const stem of compilePack(rule).vocabulary) vocabulary.add(stem);
  return { rows, byStem, weights, vocabulary };
});

const phrasesOf = memoizeByIdentity((rule: Pack): RulePhrase[] =>
  compilePack(rule).phrases.map((phrase) => {
    const others = phrase.words.flatMap(({ options }) => options.slice(1).flat());
    const values = new Set([...others, ...phrase.slots.flatMap((slot) => [...slot.values.keys()])]);
    const features = featuresOf(phrase);
    const needed = phrase.words.flatMap(({ options, optional }) => (optional ? [] : (options[0] ?? [])));
    const stems = [...new Set([...features, ...values])];
    return { rule, phrase, features, values, stems, neededStems: [...new Set(needed)] };
  }),
);

/** The words of the phrase, and the function words of the request it was taught with. */
function featuresOf({ intent: { summary }, words }: CompiledPhrase): ReadonlySet<string> {
  const small = tokenize(summary.en ?? summary.ru ?? "").filter(isSmall);
  return new Set([...words.flatMap(({ options }) => options[0] ?? []), ...small.map(({ stem }) => stem)]);
}

/** Function words and the question mark tell a question from an order. */
function isSmall(token: Token): boolean {
  return token.text === "?" || (token.kind === "word" && isFunctionWord(token));
}

function sumOf(stems: Iterable<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const stem of stems) sum += weights.get(stem) ?? 0;
  return sum;
}

/** How many phrases are laid over a request. */
const mostTried = 16;
/** Less of both sides in common than this is another request; a guess, for evaluations, may have less. */
const alikeEnough = { served: 0.6, guess: 0.15 } as const;

type MatchSetting = {
  toolbox: readonly ToolSpec[];
  reading: Reading;
  /** Whether a lesson that is only a little like the request is better than none. */
  guesses?: boolean;
};

/** The lesson that the request is most like. Only phrases that share a word with it are looked at. */
export function matchTaught(goalText: GoalText, book: TaughtBook, setting: MatchSetting): TaughtMatch | undefined {
  const { toolbox, guesses, reading } = setting;
  const index = indexOf(book);
  const least = guesses === true ? alikeEnough.guess : alikeEnough.served;
  let best: (TaughtMatch & { rank: number }) | undefined;
  for (const at of candidates(goalText, index, least)) {
    const row = index.rows[at];
    const tools = row === undefined ? undefined : boundTools(row.rule, toolbox);
    const laid = row === undefined || tools === undefined ? undefined : lay(row, goalText, index);
    const found =
      laid === undefined || isWhole(laid, goalText, reading)
        ? laid
        : weighed({ ...laid, whole: false }, isQuestion(reading));
    if (found === undefined || tools === undefined || (!found.whole && found.likeness < least)) continue;
    // A value that the lesson has and the request has not is never left out of what is served.
    const isServed = found.match.missing.length === 0 && !isReworded(found, row, goalText);
    if (guesses !== true && (!isServed || dropsLimit(found, tools, { goalText, ...setting }))) continue;
    const rank = found.likeness + (found.whole ? 1 : 0) + 0.001 * found.match.explained;
    if (best === undefined || rank > best.rank)
      best = {
        ...found,
        tools,
        leavesValue: leavesValue(found.match, goalText),
        confidence: confidenceOf(found),
        rank,
      };
  }
  return best;
}

/** A stem of more phrases than this brings none up by itself: function words would bring up all. */
const longestList = 300;

/** The phrases that may be like the request enough, the likeliest first. */
function candidates(goalText: GoalText, { byStem, weights, rows }: BookIndex, least: number): number[] {
  const lists = [...goalText.places.keys()]
    .flatMap((stem) => {
      const list = byStem.get(stem);
      return list === undefined ? [] : [{ stem, list }];
    })
    .toSorted((x, y) => x.list.length - y.list.length);
  const found = new Set<number>();
  for (const { list } of lists)
    if (list.length <= longestList || found.size === 0) for (const at of list.slice(0, longestList)) found.add(at);
  return [...found]
    .flatMap((at) => {
      const row = rows[at];
      if (row === undefined) return [];
      let common = 0;
      for (const { stem } of lists)
        if (row.features.has(stem) || row.values.has(stem)) common += weights.get(stem) ?? 0;
      const share = (weight: number): number => (weight === 0 ? 1 : (2 * common) / (weight + common));
      // The function words of a lesson may be missing where all others are there.
      return share(row.needed) < least ? [] : [{ at, score: share(row.weight) + 0.1 * common }];
    })
    .toSorted((x, y) => y.score - x.score || x.at - y.at)
    .slice(0, mostTried)
    .map(({ at }) => at);
}

/** Whether the rule accounts for every word, and limits what is done as the request does. */
function isWhole({ whole, match }: AlignedRule, goalText: GoalText, reading: Reading): boolean {
  return whole && !isAnnouncedOtherwise(match, goalText) && !narrowsOtherwise(match, goalText, reading);
}

/** An order without its limits is never served, unless it only reads; of a question, the account decides. */
function dropsLimit(
  { match, whole }: AlignedRule,
  tools: ReadonlyMap<string, BoundTool>,
  { goalText, reading, toolbox }: MatchSetting & { goalText: GoalText },
): boolean {
  if (whole || isQuestion(reading)) return false;
  const names = new Set([...tools.values()].map(({ tool }) => tool));
  const writes = toolbox.some(({ name, effect }) => names.has(name) && effect !== "read");
  return writes && narrowsOtherwise(match, goalText, reading);
}

/** Only the very tools that were taught: a similar name is another tool. */
function boundTools(rule: Pack, toolbox: readonly ToolSpec[]): ReadonlyMap<string, BoundTool> | undefined {
  const names = new Set(Object.values(rule.tools).map(({ name }) => name));
  const present = toolbox.filter(({ name }) => names.has(name));
  return present.length === names.size ? bindTools(rule, present) : undefined;
}

/** A question is not much like an order, whatever words they share. */
const otherActShare = 0.5;

function weighed(found: AlignedRule, asks: boolean): AlignedRule {
  return asks === isTaughtAsQuestion(found.rule) ? found : { ...found, likeness: otherActShare * found.likeness };
}

const isTaughtAsQuestion = memoizeByIdentity(({ intents: [intent] }: Pack): boolean =>
  isQuestion(read(intent?.summary.en ?? intent?.summary.ru ?? "", anyTime)),
);

/** Whether the whole request asks. */
export function isQuestion({ clauses }: Reading): boolean {
  return clauses.length > 0 && clauses.every(({ act }) => act === "ask");
}

type AlignedRule = { rule: Pack; match: PhraseMatch; whole: boolean; likeness: number };

function lay(row: WeightedPhrase, goalText: GoalText, index: BookIndex): AlignedRule | undefined {
  const { rule, phrase } = row;
  const strict = matchPhrase(phrase, goalText, index.vocabulary);
  if (strict !== undefined && strict.missing.length === 0) {
    const likeness = likenessOf(strict, goalText, { row, index });
    // A phrase of slots alone says little: the small words must agree, too.
    const isNamed = row.neededStems.length > 0 || likeness >= alikeEnough.served;
    const isExplained = isNamed && strict.unexplained === 0 && strict.guessed === 0 && !leavesWords(strict, goalText);
    return { rule, match: strict, whole: isExplained, likeness };
  }
  const loose = matchPhrase(loosened(phrase), goalText, index.vocabulary);
  if (loose === undefined) return undefined;
  return { rule, match: loose, whole: false, likeness: likenessOf(loose, goalText, { row, index }) };
}

/** Other words in place of the lesson's: "search for the song" is not "play the song". */
function isReworded({ match, whole }: AlignedRule, row: WeightedPhrase | undefined, goalText: GoalText): boolean {
  const lacks = row?.phrase.words.some(
    ({ options, optional }) => !optional && !options.some((stems) => stems.every((stem) => goalText.places.has(stem))),
  );
  return !whole && lacks === true && leavesWords(match, goalText);
}

/** Whether the request has a telling word that the phrase does not account for. */
function leavesWords(match: PhraseMatch, goalText: GoalText): boolean {
  return wordsLeft(match, goalText).length > 0;
}

/** A name, a number or an identifier that no lesson's slot took: another reading may have a place for it. */
function leavesValue(match: PhraseMatch, goalText: GoalText): boolean {
  return wordsLeft(match, goalText).some(({ kind, capital, from }) => kind !== "word" || (capital && from > 0));
}

function wordsLeft({ words, slots, phrase }: PhraseMatch, { tokens }: GoalText): Token[] {
  const places = [...slots.values()]
    .flatMap((filled) => [filled, ...(filled.more ?? [])])
    .filter(({ start, end }) => end > start);
  const isTaken = (token: Token, at: number): boolean =>
    places.some(({ start, end }) => {
      // Words before a quotation introduce it: "the song 'Blue'" is no title.
      const isQuotation = tokens.slice(start, end).some(({ kind }) => kind === "quoted");
      return at >= start - 1 && at < end && (!isQuotation || at < start || token.kind === "quoted");
    });
  return tokens.filter(
    (token, at) => isTelling(token) && !phrase.fillers.has(token.stem) && !words.includes(at) && !isTaken(token, at),
  );
}

/** The same phrase with all words optional: what is missing counts against it. */
const loosened = memoizeByIdentity((phrase: CompiledPhrase): CompiledPhrase => ({
  ...phrase,
  words: phrase.words.map((word) => ({ ...word, optional: true })),
  needs: [],
}));

/** A word that no lesson has tells less than one that another lesson has. */
const unknownShare = 0.5;
/** Words that name requests elsewhere are seldom part of a name. */
const swallowed = { marked: 0.3, unmarked: 1 } as const;

/** Twice the weight of the common words over the weight of all words on both sides; what slots took counts for neither. */
function likenessOf(
  match: PhraseMatch,
  goalText: GoalText,
  { row, index }: { row: WeightedPhrase; index: BookIndex },
): number {
  const rare = unknownShare * Math.log(1 + index.rows.length);
  const weigh = ({ stem, kind, text }: Token): number =>
    kind === "punctuation" || kind === "symbol" ? (text === "?" ? 2 : 0) : (index.weights.get(stem) ?? rare);
  const inSlot = slotShares(match);
  // A value that the request names is as good as a word in common; one that it does not name is a word that is missing.
  const named = row.phrase.slots.filter(({ type, optional }) => type === "entity" && !optional);
  let common = rare * named.filter(({ name }) => match.slots.has(name)).length;
  let left = 0;
  for (const [at, token] of goalText.tokens.entries()) {
    const share = inSlot.get(at);
    if (share !== undefined) left += share * (index.weights.get(token.stem) ?? 0.1 * rare);
    else if (row.features.has(token.stem) || match.words.includes(at)) common += weigh(token);
    else left += isFunctionWord(token) ? Math.min(weigh(token), rare) : weigh(token);
  }
  const lacking = match.missing.filter(({ type }) => type !== "entity");
  const weight = row.weight + rare * (named.length + lacking.length);
  if (common === 0) return weight === 0 ? 0.5 : 0;
  return (2 * common) / (Math.max(weight, common) + common + left);
}

/** How much the words that slots took still count, by place. */
function slotShares({ slots, phrase }: PhraseMatch): Map<number, number> {
  const shares = new Map<number, number>();
  for (const [name, { start, end, marked }] of slots) {
    const isText = phrase.slots.some((slot) => slot.name === name && slot.type === "text");
    const share = !isText ? 0 : marked ? swallowed.marked : swallowed.unmarked;
    for (let at = start; at < end; at += 1) shares.set(at, share);
  }
  return shares;
}

function confidenceOf({ whole, likeness, match }: AlignedRule): number {
  const sure = whole ? 0.95 : 0.9 * likeness * 0.92 ** match.guessed;
  return Math.round(sure * 1000) / 1000;
}
