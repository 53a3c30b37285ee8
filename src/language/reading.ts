import { createBoundedCache } from "../plan/bounded-cache.ts";
import type { Candidate } from "./candidate.ts";
import { findCandidates } from "./candidates/index.ts";
import type { Clause, Sentence } from "./clause.ts";
import type { DateSetting } from "./language.ts";
import { type Marks, markTokens } from "./marks.ts";
import { cutClauses } from "./read-clauses.ts";
import { readMeanings } from "./read-polarity.ts";
import { readSentences } from "./read-sentences.ts";
import { readSpans, type Terms } from "./read-spans.ts";
import type { Span } from "./span.ts";
import type { Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/** A text that has been read once; everything later works on it. */
export type Reading = {
  source: string;
  tokens: readonly Token[];
  sentences: readonly Sentence[];
  clauses: readonly Clause[];
  /** In order, without overlap, over every token that is not punctuation. */
  spans: readonly Span[];
  marks: Marks;
  /** Everything that may become a value; these overlap on purpose. Found when first asked for. */
  candidates: Candidate[];
};

type ReadOptions = DateSetting & {
  /** Words of the caller by their stems joined by blanks: packs' nouns and values, tools' words, names. */
  lexicon?: Terms;
};

/** Planner and account read the same text in one planning. */
const recent = createBoundedCache<string, Reading>(64);

/** Reads a text once: tokens, sentences, typed spans and clauses with their act and polarity. Never throws; linear in the text. */
export function read(source: string, options: ReadOptions): Reading {
  if (options.lexicon !== undefined) return readFresh(source, options);
  const key = `${options.now}|${options.zone}|${source}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const reading = readFresh(source, options);
  recent.set(key, reading);
  return reading;
}

function readFresh(source: string, options: ReadOptions): Reading {
  const setting = { now: options.now, zone: options.zone };
  const tokens = tokenize(source);
  const marks = markTokens(tokens);
  const base = { source, tokens, marks, setting };
  let candidates: Candidate[] | undefined;
  return {
    source,
    tokens,
    marks,
    ...structure(base, options.lexicon),
    get candidates() {
      candidates ??= findCandidates(base);
      return candidates;
    },
  };
}

function structure(
  base: { source: string; tokens: readonly Token[]; marks: Marks; setting: DateSetting },
  lexicon?: Terms,
) {
  const { source, tokens, marks } = base;
  const sentences = readSentences(source, tokens, marks);
  const markers = new Set(
    sentences.flatMap(({ marker, start }) => Array.from({ length: start - marker }, (_, i) => marker + i)),
  );
  const spans = readSpans(base, { markers, ...(lexicon && { terms: lexicon }) });
  const cuts = cutClauses({ tokens, spans }, sentences);
  const meanings = readMeanings({ tokens, spans, sentences }, cuts);
  const clauses = cuts.map((cut, index): Clause => {
    for (const at of cut.spans) {
      const span = spans[at];
      if (span !== undefined) span.clause = index;
    }
    const [from, to] = [tokens[cut.start]?.from ?? 0, tokens[cut.end - 1]?.to ?? 0];
    return {
      ...cut,
      ...(meanings[index] ?? { act: "tell", polarity: "positive" }),
      from,
      to,
      text: source.slice(from, to),
    };
  });
  return { sentences, clauses, spans };
}

/** The reading with the given clock and no words of a caller. */
export function readText(source: string, setting: DateSetting): Reading {
  return read(source, setting);
}
