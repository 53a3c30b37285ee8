import { createBoundedCache, memoize } from "../../plan/bounded-cache.ts";
import type { Token } from "../words/token.ts";

/** What an entry of a lexicon says of the tokens it matched. */
export type Match = {
  end: number;
  concepts: readonly string[];
  /** Matched as written, not by prefix or stem. */
  exact: boolean;
};

/** An entry by its number of tokens. */
export type LexiconEntry = { length: number; concept: string };

/** The words of one language by concept, ready for lookup. */
export type Lexicon = {
  /** The longest entry that begins at a token; of equal length exact beats prefix. */
  at(tokens: readonly Token[], at: number): Match | undefined;
  /** Every entry that begins at a token, the longest first. */
  all(tokens: readonly Token[], at: number): readonly LexiconEntry[];
  /** Every concept of one word on its own, whatever stands around it. */
  concepts(word: string): readonly string[];
};

type LexiconSource = {
  text: string;
  /** One spelling for letters that are written two ways. */
  fold(word: string): string;
  stem(word: string): string;
  /** Whether entries of this concept match their first word by stem. */
  byStem(concept: string): boolean;
};

/** How one word of an entry matches: as written, by prefix or by stem. */
type Piece = { how: "exact" | "prefix" | "stem"; key: string };
type Entry = LexiconEntry & { pieces: readonly Piece[] };
type Index = Record<Piece["how"], Map<string, Entry[]>>;

const shortestPrefix = 3;
const longestPrefix = 24;

/**
 * Compiles `concept: entry, entry` lines on the first lookup. Lookup is linear in the length of a word and the entries
 * that share its first one.
 */
export function compileLexicon(source: LexiconSource): Lexicon {
  let compiled: Lexicon | undefined;
  const lexicon = (): Lexicon => (compiled ??= toLexicon(indexOf(source), source));
  return {
    at: (tokens, at) => lexicon().at(tokens, at),
    all: (tokens, at) => lexicon().all(tokens, at),
    concepts: (word) => lexicon().concepts(word),
  };
}

function indexOf(source: LexiconSource): Index {
  const index: Index = { exact: new Map(), prefix: new Map(), stem: new Map() };
  for (const line of source.text.trim().split("\n")) {
    const colon = line.indexOf(": ");
    const concept = line.slice(0, colon);
    for (const said of line.slice(colon + 1).split(",")) {
      const pieces = said
        .trim()
        .split(/ |(?<=-)|(?=-)/)
        .map((word, at) => pieceOf(word, { source, byStem: at === 0 && source.byStem(concept) }));
      const [first] = pieces;
      if (first === undefined || first.key === "") continue;
      const entries = index[first.how].get(first.key) ?? [];
      entries.push({ pieces, concept, length: pieces.length });
      index[first.how].set(first.key, entries);
    }
  }
  return index;
}

function toLexicon(index: Index, source: LexiconSource): Lexicon {
  const entries = remembered(index, source);
  return {
    at: (tokens, at) => {
      const { ranked, alone } = entries(tokens[at]);
      if (alone === "none") return undefined;
      // Most words open no entry of several.
      if (alone !== undefined) return { ...alone, end: at + 1 };
      return longest(ranked, { tokens, at, source });
    },
    all: (tokens, at) => {
      const { byLength } = entries(tokens[at]);
      if ((byLength[0]?.length ?? 0) < 2) return byLength;
      return byLength.filter(({ pieces }) => continues(pieces, { tokens, at, source }));
    },
    concepts: rememberedConcepts(index, source),
  };
}

/** The same words come in every text. */
const mostWords = 20_000;
type RankedEntries = readonly (readonly [number, readonly Entry[]])[];
/** `alone` is the match where no entry has several words; undefined where the words behind decide. */
type Opening = { ranked: RankedEntries; byLength: readonly Entry[]; alone: Match | "none" | undefined };
const none: Opening = { ranked: [], byLength: [], alone: "none" };

function remembered(index: Index, source: LexiconSource): (token: Token | undefined) => Opening {
  const known = createBoundedCache<string, Opening>(mostWords);
  return (token) => {
    if (token === undefined) return none;
    const found = known.get(token.lower);
    if (found !== undefined) return found;
    const ranked = entriesOf(index, source.fold(token.lower), token.stem);
    // Every identifier is another one: the place is for words.
    if (ranked.length === 0 && token.kind !== "word") return none;
    const byLength = ranked.flatMap(([, entries]) => entries).toSorted((a, b) => b.length - a.length);
    const isSingle = (byLength[0]?.length ?? 0) < 2;
    const alone = isSingle ? (longest(ranked, { tokens: [], at: 0, source }) ?? "none") : undefined;
    const made: Opening = ranked.length === 0 ? none : { ranked, byLength, alone };
    known.set(token.lower, made);
    return made;
  };
}

function rememberedConcepts(index: Index, source: LexiconSource): (word: string) => readonly string[] {
  return memoize(mostWords, (word) => {
    const lower = source.fold(word.toLowerCase());
    return [...new Set(entriesOf(index, lower, source.stem(lower)).flatMap(([, entries]) => single(entries)))];
  });
}

function single(entries: readonly Entry[]): string[] {
  return entries.filter(({ pieces }) => pieces.length === 1).map(({ concept }) => concept);
}

function pieceOf(word: string, { source, byStem }: { source: LexiconSource; byStem: boolean }): Piece {
  const lower = source.fold(word);
  if (lower.startsWith("=")) return { how: "exact", key: lower.slice(1) };
  if (lower.endsWith("*")) return { how: "prefix", key: lower.slice(0, -1) };
  return byStem ? { how: "stem", key: source.stem(lower) } : { how: "exact", key: lower };
}

/** Entries that may begin with a word, best kind of match first: rank 0 is exact, longer prefixes come before shorter. */
function entriesOf(index: Index, lower: string, stem: string): RankedEntries {
  const found: (readonly [number, readonly Entry[]])[] = [];
  const exact = index.exact.get(lower);
  if (exact !== undefined) found.push([0, exact]);
  const stems = index.stem.get(stem);
  if (stems !== undefined) found.push([lower === stem ? 0 : 1, stems]);
  for (let length = Math.min(lower.length, longestPrefix); length >= shortestPrefix; length -= 1) {
    const entries = index.prefix.get(lower.slice(0, length));
    if (entries !== undefined) found.push([2 + lower.length - length, entries]);
  }
  return found;
}

type Context = { tokens: readonly Token[]; at: number; source: LexiconSource };

/** The longest match; what answers ("act.*") is kept beside it, for a clause of nothing else. */
function longest(ranked: RankedEntries, context: Context): Match | undefined {
  let best: { length: number; rank: number; concepts: string[] } | undefined;
  let answers: { length: number; concepts: string[] } | undefined;
  for (const [rank, entries] of ranked)
    for (const { pieces, concept, length } of entries) {
      if (!continues(pieces, context)) continue;
      if (concept.startsWith("act.")) {
        if (answers === undefined || length > answers.length) answers = { length, concepts: [concept] };
        else if (length === answers.length) answers.concepts.push(concept);
      } else if (best === undefined || length > best.length || (length === best.length && rank < best.rank))
        best = { length, rank, concepts: [concept] };
      else if (length === best.length && rank === best.rank && !best.concepts.includes(concept))
        best.concepts.push(concept);
    }
  if (answers !== undefined && answers.length > (best?.length ?? 0))
    return { end: context.at + answers.length, concepts: answers.concepts, exact: true };
  if (best === undefined) return undefined;
  const beside = answers?.length === best.length ? answers.concepts : [];
  return { end: context.at + best.length, concepts: [...best.concepts, ...beside], exact: best.rank === 0 };
}

/** Whether the words after the first fit; punctuation ends an entry. */
function continues(pieces: readonly Piece[], { tokens, at, source }: Context): boolean {
  if (pieces.length === 1) return true;
  for (let i = 1; i < pieces.length; i += 1) {
    const [piece, token] = [pieces[i], tokens[at + i]];
    if (piece === undefined || token === undefined) return false;
    const lower = source.fold(token.lower);
    if (piece.how === "prefix" ? !lower.startsWith(piece.key) : lower !== piece.key) return false;
  }
  return true;
}
