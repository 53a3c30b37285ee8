import { languages } from "../../language/languages.ts";
import type { Reading } from "../../language/reading.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Token } from "../../language/words/token.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { type CompiledPhrase, stems } from "../packs/compiled-pack.ts";
import { type GoalText, isFunctionWord, readGoalText } from "../packs/goal-text.ts";
import { matchPhrase, type PhraseMatch } from "../packs/match-phrase.ts";
import { anyTime } from "./book.ts";
import { isTelling } from "./telling-words.ts";

/**
 * Whether the request limits what is done by small words that the rule has no place for ("only", "if", "or"), or by another
 * limiting preposition before a value: "after Friday" is not "before Friday".
 */
export function narrowsOtherwise(match: PhraseMatch, goalText: GoalText, { spans }: Reading): boolean {
  const places = [...match.slots.values()].flatMap((filled) => [filled, ...(filled.more ?? [])]);
  const { tokens } = goalText;
  // Prepositions before values are compared below.
  const isCovered = (at: number): boolean =>
    match.words.includes(at) ||
    places.some(({ start, end }) => at >= start && at < end) ||
    (isPreposition(tokens[at]) && places.some(({ start }) => at === start - 1));
  const isLost = ({ from, to }: Span): boolean => {
    const own = tokens.flatMap((token, at) => (token.from >= from && token.to <= to ? [at] : []));
    return own.length > 0 && !own.some(isCovered);
  };
  return (
    spans.some((span) => limits(span) && isLost(span)) ||
    otherPrepositions(match, goalText).some(
      ({ said, known }) => said?.isLimit === true || (known.length > 0 && known.every(({ isLimit }) => isLimit)),
    )
  );
}

/** Whether a value stands behind another preposition than in the lesson: "to Ann" is not "from Ann". */
export function isAnnouncedOtherwise(match: PhraseMatch, goalText: GoalText): boolean {
  return otherPrepositions(match, goalText).some(({ said }) => said !== undefined);
}

/** Whether a word introduces a condition or what holds otherwise. */
export function isConditional(span: Span): boolean {
  return span.kind === "link" && (span.link === "if" || span.link === "unless" || span.link === "else");
}

function limits(span: Span): boolean {
  if (span.kind === "link") return isConditional(span) || span.link === "or";
  return span.kind === "polarity" || span.kind === "quantifier" || span.kind === "comparator";
}

type Preposition = { word: string; isLimit: boolean };

/** Values whose preposition the lesson has not, or which lack that of the lesson. */
function otherPrepositions(
  { slots, phrase }: PhraseMatch,
  goalText: GoalText,
): { said: Preposition | undefined; known: readonly Preposition[] }[] {
  const own = ownPrepositions(phrase);
  return [...slots].flatMap(([name, { start, end }]) => {
    const known = own.get(name) ?? [];
    const said = end <= start ? undefined : prepositionBefore(goalText, start);
    const isLike = said === undefined ? known.length === 0 : known.some(({ word }) => isSame(word, said.word));
    return isLike || end <= start ? [] : [{ said, known }];
  });
}

/** The prepositions that lessons have before each slot. */
const ownPrepositions = memoizeByIdentity((phrase: CompiledPhrase): ReadonlyMap<string, readonly Preposition[]> => {
  const { summary } = phrase.intent;
  const goalText = readGoalText(summary.en ?? summary.ru ?? "", { setting: anyTime });
  const own = matchPhrase(phrase, goalText, new Set());
  return new Map(
    phrase.slots.map(({ name, after }) => {
      const filled = own?.slots.get(name);
      const taught =
        filled === undefined || filled.end <= filled.start ? undefined : prepositionBefore(goalText, filled.start);
      const shared = after.map((said) => ({ word: said.join(" "), isLimit: limitStems.has(said[0] ?? "") }));
      return [name, taught === undefined ? shared : [...shared, taught]];
    }),
  );
});

/** The preposition before a place, by stem; small words such as articles between them are left out. */
function prepositionBefore({ tokens }: GoalText, start: number): Preposition | undefined {
  for (const token of tokens.slice(Math.max(0, start - 3), start).toReversed()) {
    if (isPreposition(token)) return { word: token.stem, isLimit: isTelling(token) };
    if (token.kind !== "word" || !isFunctionWord(token) || isTelling(token)) return undefined;
  }
  return undefined;
}

function isPreposition(token: Token | undefined): boolean {
  return token !== undefined && languages[token.lang].prepositions.has(token.lower);
}

/** «В» and «во» are one. */
function isSame(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length === 1 && long.length === 2 && long.startsWith(short));
}

/** "Without", "before" and the like are never left out. */
const limitStems: ReadonlySet<string> = new Set(
  Object.values(languages).flatMap(({ tellingWords }) => [...(tellingWords ?? [])].flatMap((word) => stems(word))),
);
