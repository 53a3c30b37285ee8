import { read, type Reading } from "../../language/reading.ts";
import type { Token } from "../../language/words/token.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { bindTools, type BoundTool } from "../packs/bind-tools.ts";
import type { CompiledPhrase } from "../packs/compiled-pack.ts";
import { type GoalText, isFunctionWord } from "../packs/goal-text.ts";
import { matchPhrase, type PhraseMatch } from "../packs/match-phrase.ts";
import type { Pack } from "../packs/pack.ts";
import { type BookIndex, indexOf, type RulePhrase } from "./book-index.ts";
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
  for (const row of candidates(goalText, index, least)) {
    const tools = boundTools(row.rule, toolbox);
    const laid = tools === undefined ? undefined : lay(row, goalText, index);
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
function candidates(goalText: GoalText, { byStem, weightOf, sumsOf }: BookIndex, least: number): RulePhrase[] {
  const lists = [...goalText.places.keys()]
    .flatMap((stem) => {
      const list = byStem.get(stem);
      return list === undefined ? [] : [{ stem, list, weight: weightOf(stem) ?? 0 }];
    })
    .toSorted((x, y) => x.list.length - y.list.length);
  const found = new Set<RulePhrase>();
  for (const { list } of lists)
    if (list.length <= longestList || found.size === 0) for (const row of list.slice(0, longestList)) found.add(row);
  return [...found]
    .flatMap((row) => {
      let common = 0;
      for (const { stem, weight } of lists) if (row.features.has(stem) || row.values.has(stem)) common += weight;
      const share = (all: number): number => (all === 0 ? 1 : (2 * common) / (all + common));
      const { weight, needed } = sumsOf(row);
      // The function words of a lesson may be missing where all others are there.
      return share(needed) < least ? [] : [{ row, score: share(weight) + 0.1 * common }];
    })
    .toSorted((x, y) => y.score - x.score || (x.row.key < y.row.key ? -1 : 1))
    .slice(0, mostTried)
    .map(({ row }) => row);
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

function lay(row: RulePhrase, goalText: GoalText, index: BookIndex): AlignedRule | undefined {
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

/** Other words in place of the lesson's: "search for the song" is not "play the song", nor "make a tea" "make it a rule to …". */
function isReworded({ match, whole }: AlignedRule, row: RulePhrase, goalText: GoalText): boolean {
  const lacks = row.phrase.words.some(
    ({ options, optional }) => !optional && !options.some((stems) => stems.every((stem) => goalText.places.has(stem))),
  );
  return !whole && lacks && (leavesWords(match, goalText) || swallowsWords(match, goalText));
}

/** Whether a slot without a word that announces it took ordinary words: they may stand in place of the lesson's. */
function swallowsWords({ slots, phrase }: PhraseMatch, { tokens }: GoalText): boolean {
  return phrase.slots.some(({ name, type }) => {
    const found = slots.get(name);
    if (type !== "text" || found === undefined || found.marked) return false;
    return tokens
      .slice(found.start, found.end)
      .some((token) => token.kind === "word" && isTelling(token) && !(token.capital && token.from > 0));
  });
}

/** Whether the request has a telling word that the phrase does not account for. */
function leavesWords(match: PhraseMatch, goalText: GoalText): boolean {
  return wordsLeft(match, goalText).length > 0;
}

/**
 * A name, a number or an identifier that no lesson's slot took, or a word that a slot took beside a quotation: another
 * reading may have a place for it.
 */
function leavesValue(match: PhraseMatch, goalText: GoalText): boolean {
  const { tokens } = goalText;
  const inSlots = new Set([...match.slots.values()].flatMap(({ start, end }) => tokens.slice(start, end)));
  return wordsLeft(match, goalText).some(
    (token) => token.kind !== "word" || (token.capital && token.from > 0) || inSlots.has(token),
  );
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
  { row, index }: { row: RulePhrase; index: BookIndex },
): number {
  const rare = unknownShare * Math.log(1 + index.size);
  const weigh = ({ stem, kind, text }: Token): number =>
    kind === "punctuation" || kind === "symbol" ? (text === "?" ? 2 : 0) : (index.weightOf(stem) ?? rare);
  const inSlot = slotShares(match);
  // A value that the request names is as good as a word in common; one that it does not name is a word that is missing.
  const named = row.phrase.slots.filter(({ type, optional }) => type === "entity" && !optional);
  let common = rare * named.filter(({ name }) => match.slots.has(name)).length;
  let left = 0;
  for (const [at, token] of goalText.tokens.entries()) {
    const share = inSlot.get(at);
    if (share !== undefined) left += share * (index.weightOf(token.stem) ?? 0.1 * rare);
    else if (row.features.has(token.stem) || match.words.includes(at)) common += weigh(token);
    else left += isFunctionWord(token) ? Math.min(weigh(token), rare) : weigh(token);
  }
  const lacking = match.missing.filter(({ type }) => type !== "entity");
  const weight = index.sumsOf(row).weight + rare * (named.length + lacking.length);
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
