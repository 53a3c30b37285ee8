import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { languages } from "../../language/languages.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Token } from "../../language/words/token.ts";
import { bindTools, type BoundTool } from "./bind-tools.ts";
import { opensRequest } from "./board.ts";
import { type CompiledPack, type CompiledPhrase, compilePack } from "./compiled-pack.ts";
import { type GoalText, isFunctionWord, part } from "./goal-text.ts";
import { matchPhrase, type PhraseMatch } from "./match-phrase.ts";
import type { Pack } from "./pack.ts";
import { createPhraseIndex, type PhraseIndex } from "./phrase-index.ts";

/** A pack whose tools have been found in the manifest at hand. */
export type ReadyPack = CompiledPack & {
  tools: ReadonlyMap<string, BoundTool>;
  /** Of the phrases whose tools are all there. */
  index: PhraseIndex;
};

/** One request that was understood: by which phrase of which pack, in which words. */
export type PhraseReading = { ready: ReadyPack; match: PhraseMatch; goalText: GoalText; confidence: number };

const readyFor = memoizeByIdentity((pack: Pack) =>
  memoizeByIdentity((toolbox: readonly ToolSpec[]) => makeReady(pack, toolbox)),
);

export function readyPack(pack: Pack, toolbox: readonly ToolSpec[]): ReadyPack {
  return readyFor(pack)(toolbox);
}

function makeReady(pack: Pack, toolbox: readonly ToolSpec[]): ReadyPack {
  const compiled = compilePack(pack);
  const tools = bindTools(pack, toolbox);
  return { ...compiled, tools, index: createPhraseIndex(compiled.phrases.filter((phrase) => isUsable(phrase, tools))) };
}

function isUsable({ intent }: CompiledPhrase, tools: ReadyPack["tools"]): boolean {
  return intent.steps.every(({ tool }) => tools.has(tool));
}

/** The toolkit of each tool that packs name one for. */
export function toolkitsOf(packs: readonly ReadyPack[]): ReadonlyMap<string, string> {
  return new Map(
    packs.flatMap(({ pack, tools }) =>
      Object.entries(pack.tools).flatMap(([alias, { toolkit }]) => {
        const tool = tools.get(alias)?.tool;
        return tool === undefined || toolkit === undefined ? [] : [[tool, toolkit] as const];
      }),
    ),
  );
}

/** The pack without phrases whose steps have conditions or iterations, for surfaces that cannot carry them. */
export const withoutControl = memoizeByIdentity((ready: ReadyPack): ReadyPack => {
  const isPlain = ({ intent }: CompiledPhrase): boolean =>
    intent.steps.every(({ when, forEach }) => when === undefined && forEach === undefined);
  return ready.phrases.every(isPlain) ? ready : narrowed(ready, isPlain);
});

/** The same pack with some of its phrases only. */
export function narrowed(ready: ReadyPack, keeps: (phrase: CompiledPhrase) => boolean): ReadyPack {
  const phrases = ready.phrases.filter((phrase) => isUsable(phrase, ready.tools) && keeps(phrase));
  return { ...ready, phrases, index: createPhraseIndex(phrases) };
}

/** A longer text is a story; phrases do not tell stories. */
const longest = 300;

/** Less sure than this is not understood. */
const sureEnough = 0.65;

/**
 * The requests in a text, each by the phrase that accounts for most of it; undefined where any part is not understood.
 * A text that one phrase does not cover is parted where a new request begins.
 */
export function matchPacks(goalText: GoalText, packs: readonly ReadyPack[]): PhraseReading[] | undefined {
  if (goalText.tokens.length > longest) return undefined;
  const whole = bestMatch(goalText, packs);
  const covers = whole !== undefined && whole.match.unexplained === 0 && whole.match.missing.length === 0;
  if (covers && !crossesSentences(whole)) return swallowed(whole, packs) ?? [whole];
  const told = amongStatements(goalText, packs);
  if (told !== undefined) return told;
  const parts = clauses(goalText, packs);
  if (parts.length > 1) {
    const found = inTurn(parts, packs);
    const asks = found.some(({ match }) => match.missing.length > 0);
    // A whole that leaves a word over still knows more than parts that must ask.
    if (found.length === parts.length && !(asks && whole?.match.missing.length === 0)) return found;
    const rest = parts.filter((one) => found.every(({ goalText: own }) => own !== one));
    // "They agreed, turn it into an order": what is told beside a request asks for nothing; the account judges its words.
    if (found.length > 0 && !asks && rest.every((one) => isTold(one, goalText)))
      return found.map((one) => ({ ...one, confidence: 0.85 * one.confidence }));
  }
  return whole === undefined ? undefined : [whole];
}

function isTold({ tokens: [first] }: GoalText, { reading, tokens }: GoalText): boolean {
  const at = first === undefined ? -1 : tokens.indexOf(first);
  const clause = reading.clauses.find(({ start, end }) => start <= at && at < end);
  return clause?.act === "tell" && clause.polarity === "positive" && clause.role === "main";
}

/**
 * Requests that the free text of another has taken in: "create a task call Bob and move Acme to won". Only where each is
 * understood whole: what follows an "и" is a part of the text otherwise, and so is all behind a colon or "to".
 */
function swallowed({ match, goalText }: PhraseReading, packs: readonly ReadyPack[]): PhraseReading[] | undefined {
  const text = match.phrase.slots.find(({ long, name }) => long && match.slots.has(name));
  const { start = 0, end = 0 } = match.slots.get(text?.name ?? "") ?? {};
  const isOwn = (from: number) => goalText.tokens.slice(from, end).some(({ text: sign }) => /^[:"«“]/.test(sign));
  if (text === undefined || isOwn(0) || hasRole(goalText.tokens[start - 1]?.lower ?? "", "to do")) return undefined;
  const parts = clauses(goalText, packs).filter(({ tokens }) => !tokens.every(isFunctionWord));
  if (parts.length < 2 || parts.slice(1).some(({ tokens }) => isInfinitive(tokens[0]))) return undefined;
  const found = parts.flatMap((part) => bestMatch(part, packs) ?? []);
  const isWhole = ({ match: one }: PhraseReading) =>
    one.unexplained === 0 && one.missing.length === 0 && one.guessed === 0;
  return found.length === parts.length && found.every(isWhole) ? found : undefined;
}

function isInfinitive(token: Token | undefined): boolean {
  return token?.lang === "ru" && languages.ru.verbForm(token.lower) === "infinitive";
}

/** A name taken from another sentence than the request was not meant for it. */
function crossesSentences({ match, goalText }: PhraseReading): boolean {
  const last = Math.max(...match.words);
  const stop = goalText.reading.marks.stops.findIndex((stops, at) => stops && at < last);
  return (
    stop >= 0 &&
    [...match.slots].some(([name, { start, end }]) => {
      const slot = match.phrase.slots.find((one) => one.name === name);
      return slot?.type === "text" && !slot.long && end > start && end <= stop && match.words.every((at) => at > stop);
    })
  );
}

/** Requests among sentences that ask for nothing: "Что-то пошло не так. Покажи задачи." Those are passed over. */
function amongStatements(goalText: GoalText, packs: readonly ReadyPack[]): PhraseReading[] | undefined {
  const parts = sentences(goalText);
  if (parts.length < 2) return undefined;
  const found: PhraseReading[] = [];
  for (const sentence of parts) {
    const match = bestMatch(sentence, packs);
    if (match !== undefined && match.match.missing.length === 0) found.push(match);
    else if (sentence.tokens.some(opensRequest)) return undefined;
  }
  if (found.length === 0 || found.some(({ match }) => match.phrase.slots.some(({ long }) => long))) return undefined;
  const all = found.length === parts.length;
  return found.map((one) => (all ? one : { ...one, confidence: 0.85 * one.confidence }));
}

function sentences(goalText: GoalText): GoalText[] {
  return partsFrom(
    goalText,
    goalText.reading.sentences.map(({ start, end }) => ({ start, end })),
  );
}

/** Each part by its phrase; a later one may speak of what an earlier one names or makes. */
function inTurn(parts: readonly GoalText[], packs: readonly ReadyPack[]): PhraseReading[] {
  const found: PhraseReading[] = [];
  const known: string[] = [];
  for (const part of parts) {
    const reading = bestMatch(part, packs, known);
    if (reading === undefined) continue;
    found.push(reading);
    const { match } = reading;
    const said = match.phrase.slots.filter(({ name, type }) => type === "id" && match.slots.has(name));
    known.push(
      ...said.map(({ name }) => name),
      ...match.phrase.intent.steps.flatMap(({ makes }) => Object.keys(makes)),
    );
  }
  return found;
}

/** "Submit it", "and send them a copy": ids that were not said are those of before. `known` are their slots, the latest last. */
function backTo(match: PhraseMatch, { tokens }: GoalText, known: readonly string[]): PhraseMatch {
  const { missing, unexplained } = match;
  if (missing.length === 0 || !missing.every(({ name, type }) => type === "id" && known.includes(name))) return match;
  const refers = unexplained === 0 || tokens.some(({ lower }) => hasRole(lower, "things") || hasRole(lower, "it"));
  return refers ? { ...match, missing: [], back: missing } : match;
}

function bestMatch(
  goalText: GoalText,
  packs: readonly ReadyPack[],
  known: readonly string[] = [],
): PhraseReading | undefined {
  let best: PhraseReading | undefined;
  const isLater = ({ back: [a] = [] }: PhraseMatch, { back: [b] = [] }: PhraseMatch): boolean =>
    a !== undefined && b !== undefined && known.lastIndexOf(a.name) > known.lastIndexOf(b.name);
  for (const ready of packs)
    for (const phrase of ready.index.candidates(goalText, ready.vocabulary)) {
      const laid = matchPhrase(phrase, goalText, ready.vocabulary);
      if (laid === undefined) continue;
      const match = backTo(laid, goalText, known);
      const found = { ready, match, goalText, confidence: confidenceOf(match, goalText) };
      const isFirst = best === undefined || isLater(match, best.match) || isBetter(found, best);
      if (found.confidence >= sureEnough && isFirst) best = found;
    }
  return best;
}

/** Nothing missing first, then the phrase that leaves least, then the one that knows most words. */
function isBetter(a: PhraseReading, b: PhraseReading): boolean {
  const missing = a.match.missing.length - b.match.missing.length;
  if (missing !== 0) return missing < 0;
  if (a.match.unexplained !== b.match.unexplained) return a.match.unexplained < b.match.unexplained;
  if (a.match.guessed !== b.match.guessed) return a.match.guessed < b.match.guessed;
  return a.match.explained > b.match.explained;
}

function confidenceOf({ explained, unexplained, guessed, missing, words }: PhraseMatch, goalText: GoalText): number {
  // A question is asked only about a request that was named by a word of its own: "who are you" names none.
  if (explained === 0 || (missing.length > 0 && words.every((at) => isSmallWord(goalText.tokens[at])))) return 0;
  const covered = explained / (explained + 1.3 * unexplained);
  return Math.round(0.9 * covered * 0.92 ** guessed * (missing.length > 0 ? 0.95 : 1) * 1000) / 1000;
}

function isSmallWord(token: Token | undefined): boolean {
  return token === undefined || isFunctionWord(token) || languages[token.lang].questionWords.has(token.lower);
}

/** The clauses of a text, and what a pack's own words open behind a joint of one; what links a part to the next belongs to neither. */
function clauses(goalText: GoalText, packs: readonly ReadyPack[]): GoalText[] {
  const openers = new Set(
    packs.flatMap(({ phrases }) => phrases.flatMap(({ words }) => words[0]?.options.map(([stem]) => stem ?? "") ?? [])),
  );
  const ranges: { start: number; end: number }[] = [];
  for (const { start: from, end: to, parts, sentence } of goalText.reading.clauses)
    for (const { start, end } of parts.length > 0 ? parts : [{ start: from, end: to }]) {
      const token = goalText.tokens[start];
      const last = ranges.at(-1);
      const opens = token?.kind === "identifier" || opensRequest(token) || openers.has(token?.stem ?? "");
      const isNext = last === undefined || goalText.reading.sentences[sentence]?.start === start;
      if (opens || isNext) ranges.push({ start, end });
      else last.end = end;
    }
  return partsFrom(goalText, ranges);
}

function partsFrom(goalText: GoalText, ranges: readonly { start: number; end: number }[]): GoalText[] {
  return ranges
    .map(({ start, end }) => part(goalText, start, end))
    .filter(({ tokens }) => tokens.some((token) => !isFunctionWord(token)));
}
