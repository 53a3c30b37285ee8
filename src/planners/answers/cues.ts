import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions, rangesOf } from "../../language/words/roles.ts";
import type { Span, TextRange } from "../../language/spans/span.ts";

/** What a phrase says of a quantity, wherever it stands: "running out", "not reserved", "enough". */
const cueRoles = [
  "reorder level",
  "low supply",
  "none left",
  "free supply",
  "held money",
  "enough",
  "kinds of",
  "restates",
  "lacks",
  "leaves",
] as const;
export type Cue = (typeof cueRoles)[number];
type Cues = readonly { cue: Cue; from: number; to: number }[];

/** Kept by identity: every kind of records asks for them. */
export const cuesOf = memoizeByIdentity(({ source }: Reading): Cues => {
  const all = cueRoles
    .flatMap((cue): Cues => rangesOf(source, cue).map((range) => ({ cue, ...range })))
    .concat(unreservedIn(source), belowLevelIn(source));
  // The longest phrase counts: "are we short" is no shortage.
  return all.filter(
    ({ from, to }) => !all.some((one) => one.from <= from && to <= one.to && one.to - one.from > to - from),
  );
});

/** "Not counting what's reserved", «резерв не считая»: both words with at most two between them. */
function unreservedIn(source: string): Cues {
  const out = rangesOf(source, "leaves out");
  return rangesOf(source, "asks reserved").flatMap(({ from, to }) => {
    const before = out.find((one) => one.to < from && /^\s+(?:[\p{L}'’]+\s+){0,2}$/u.test(source.slice(one.to, from)));
    const behind = out.find((one) => to < one.from && /^\s+$/.test(source.slice(to, one.from)));
    if (before === undefined && behind === undefined) return [];
    return [{ cue: "free supply" as const, from: before?.from ?? from, to: behind?.to ?? to }];
  });
}

/** "Below the minimum", "has dropped under its reorder level": the fall, the comparison and the level. */
function belowLevelIn(source: string): Cues {
  const [falls, less] = [rangesOf(source, "falls"), rangesOf(source, "less")];
  return rangesOf(source, "reorder level").flatMap(({ from, to }) => {
    const below = less.find((one) => one.to < from && /^\s+(?:\p{L}+\s+)?$/u.test(source.slice(one.to, from)));
    if (below === undefined) return [];
    const fall = falls.find((one) => one.to < below.from && source.slice(one.to, below.from).trim() === "");
    return [{ cue: "low supply" as const, from: fall?.from ?? below.from, to }];
  });
}

/** The cues that a span is a part of. */
export function cuesAt(cues: Cues, { from, to }: Pick<TextRange, "from" | "to">): Cue[] {
  return cues.filter((one) => one.from <= from && to <= one.to).map(({ cue }) => cue);
}

/** "Without a phone", «город не указан»: whether the word beside a span denies it. */
export function isLacked({ from, to }: Span, reading: Reading): boolean {
  const isBetween = (start: number, end: number): boolean =>
    reading.tokens.every((token) => {
      if (token.to <= start || end <= token.from || token.kind !== "word") return true;
      const span = reading.spans.find(({ from: first, to: last }) => first <= token.from && token.to <= last);
      return (
        span !== undefined &&
        (/^(?:filler|quantifier|pronoun|link)$/.test(span.kind) || hasRole(span.text.toLowerCase(), "deals in"))
      );
    });
  const isBehind = (one: { from: number; to: number }): boolean =>
    to <= one.from && isBetween(to, one.from) && isBetween(one.to, reading.source.length);
  return cuesOf(reading).some(
    (one) => one.cue === "lacks" && (one.to <= from ? isBetween(one.to, from) : isBehind(one)),
  );
}

/** A question behind "the boss wants to know" or "tell me": what stands before it says nothing of what is asked. */
export function leadIn({ spans }: Reading): readonly Span[] {
  const at = spans.findIndex((span) => span.kind === "question");
  const wish = wishIn(spans);
  if (wish > 0) return spans.slice(0, wish + 1);
  const verb = spans.slice(0, Math.max(0, at)).findLastIndex((span) => span.kind === "verb" && span.op === "read");
  const between = spans.slice(verb + 1, at);
  return verb < 0 || !between.every(({ kind }) => kind === "pronoun" || kind === "filler") ? [] : spans.slice(0, at);
}

/** "Which shelf do I send the courier to for paint": what is done there says nothing of what is kept there. */
export function errandIn({ spans, source }: Reading): readonly Span[] {
  const verb = spans.findIndex((span) => span.kind === "verb" && span.op === "send");
  const purpose = spans.findLastIndex(({ kind, text }) => kind === "filler" && hasRole(text.toLowerCase(), "to fetch"));
  const isErrand = spans[0]?.kind === "question" && verb > 0 && mentions(source, "asks place");
  return isErrand ? spans.slice(verb, Math.max(verb, purpose)) : [];
}

/** "A customer wants": who wishes for something does not say what. */
function wishIn(spans: readonly Span[]): number {
  const content = spans.findIndex(({ kind }) => kind !== "filler" && kind !== "quantifier");
  const who = spans[content];
  const isSomebody = who !== undefined && ["client", "party"].some((role) => hasRole(who.text.toLowerCase(), role));
  const next = spans.findIndex((span, at) => at > content && span.kind !== "filler");
  return isSomebody && hasRole(spans[next]?.text.toLowerCase() ?? "", "wanting") ? next : -1;
}
