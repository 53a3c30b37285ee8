import { createBoundedCache } from "../plan/bounded-cache.ts";
import { once } from "../plan/once.ts";
import type { Candidate } from "./spans/candidate.ts";
import { findCandidates } from "./spans/candidates/index.ts";
import { findDates } from "./spans/candidates/dates.ts";
import { findNumbers } from "./spans/candidates/numbers.ts";
import type { Source } from "./spans/candidates/source.ts";
import type { Clause, Sentence } from "./clauses/clause.ts";
import type { DateSetting } from "./language.ts";
import { type DateFound, datesIn } from "./dates/read-dates.ts";
import { createScan } from "./dates/scan.ts";
import { type Marks, markTokens } from "./words/marks.ts";
import { cutClauses } from "./clauses/read-clauses.ts";
import { readMeanings } from "./clauses/read-polarity.ts";
import { readSentences } from "./clauses/read-sentences.ts";
import { readSpans } from "./spans/read-spans.ts";
import { repaired } from "./words/repair.ts";
import type { Span } from "./spans/span.ts";
import type { Token } from "./words/token.ts";
import { tokenize } from "./words/tokenize.ts";

/** A text that has been read once; everything later works on it. */
export type Reading = {
  /** The text, with blanks for what its speaker took back. */
  source: string;
  setting: DateSetting;
  tokens: readonly Token[];
  /** Like everything below found when first asked for. */
  dates: readonly DateFound[];
  /** In digits and in words, with sign, unit, currency and percent. */
  numbers: readonly Candidate[];
  sentences: readonly Sentence[];
  clauses: readonly Clause[];
  /** In order, without overlap, over every token that is not punctuation. */
  spans: readonly Span[];
  marks: Marks;
  /** Everything that may become a value; these overlap on purpose. */
  candidates: Candidate[];
};

/** Planner and account read the same text in one planning; by the text alone, whose hash is computed once. */
const recent = createBoundedCache<string, Reading>(64);

/** Reads a text once: tokens, sentences, typed spans and clauses with their act and polarity. Never throws; linear in the text. */
export function read(source: string, { now, zone }: DateSetting): Reading {
  const known = recent.get(source);
  if (known?.setting.now === now && known.setting.zone === zone) return known;
  const reading = readFresh(repaired(source, { now, zone }), { now, zone });
  recent.set(source, reading);
  return reading;
}

function readFresh(source: string, setting: DateSetting): Reading {
  const tokens = tokenize(source);
  const scan = createScan(tokens, setting);
  const dates = once(() => datesIn(scan));
  const base = once((): Source => {
    const bare = { source, tokens, setting, scan };
    return { ...bare, marks: markTokens(tokens), dates: findDates(bare, dates()), numbers: findNumbers(bare) };
  });
  const structure = once(() => readStructure(base()));
  const candidates = once(() => findCandidates(base()));
  return {
    source,
    setting,
    tokens,
    get dates() {
      return dates();
    },
    get numbers() {
      return base().numbers;
    },
    get marks() {
      return base().marks;
    },
    get sentences() {
      return structure().sentences;
    },
    get clauses() {
      return structure().clauses;
    },
    get spans() {
      return structure().spans;
    },
    get candidates() {
      return candidates();
    },
  };
}

function readStructure(base: Source) {
  const { source, tokens, marks } = base;
  const sentences = readSentences(source, tokens, marks);
  const markers = new Set(
    sentences.flatMap(({ marker, start }) => Array.from({ length: start - marker }, (_, i) => marker + i)),
  );
  const spans = readSpans(base, markers);
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
