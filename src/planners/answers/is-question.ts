import { languages } from "../../language/languages.ts";
import { meantStems } from "../../language/words/meant-stems.ts";
import type { Clause } from "../../language/clauses/clause.ts";
import { changes } from "../../language/words/operation.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions, rangesOf } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import { cuesAt, cuesOf } from "./cues.ts";
import { contentStems } from "../grammar/profile/name-words.ts";
import { plain } from "../grammar/profile/plain.ts";
import type { Kind } from "./kinds.ts";
import { asking } from "./placement.ts";

/**
 * The reading with the spans that ask. What is only told beside a question is left to the account; undefined where
 * something is ordered or told as news beside it, or where several sentences ask nothing.
 */
export function questionIn(reading: Reading): Reading | undefined {
  const { clauses, spans, sentences } = reading;
  const verbOf = (at: number | undefined): Span | undefined => (at === undefined ? undefined : spans[at]);
  const isAsked = (clause: Clause, at: number): boolean => {
    const { act, verb, polarity } = clause;
    const span = verbOf(verb);
    if (isEmbedded(reading, at)) return true;
    // "Tell me where it is."
    return act === "ask" || (act === "do" && polarity === "positive" && span?.kind === "verb" && span.op === "read");
  };
  if (isSupposed(reading)) return reading;
  const asks = new Set(clauses.flatMap((clause, at) => (isAsked(clause, at) ? [at] : [])));
  if (asks.size === 0) return sentences.length === 1 ? reading : undefined;
  const isNews = clauses.some(({ act, verb }) => {
    const span = verbOf(verb);
    // "Need to send them a letter" only says what the question is for.
    const isSaid =
      act === "tell"
        ? span?.kind === "verb" && span.form !== "past"
        : span?.kind === "verb" && span.form === "infinitive";
    return (
      act !== "ask" &&
      span?.kind === "verb" &&
      changes(span.op) &&
      !isSaid &&
      cuesAt(cuesOf(reading), span).length === 0
    );
  });
  if (isNews) return undefined;
  const isTopic = refersBack(spans, asks);
  const isPhrase = (at: number): boolean =>
    spans.every(({ clause, kind }) => clause !== at || /^(?:word|unknown|number|filler)$/.test(kind));
  const asked = spans.filter(
    ({ clause, kind }) =>
      asks.has(clause) || (isTopic && (/^(?:name|quoted|identifier)$/.test(kind) || isPhrase(clause))),
  );
  const isNamed = asked.some(({ kind }) => /^(?:name|unknown|word|identifier|quoted|number)$/.test(kind));
  return isNamed ? { ...reading, spans: spans.filter((span) => asked.includes(span)) } : reading;
}

/** "Acme, how much did we quote them": the question names nothing, and speaks of what was named before it. */
function refersBack(spans: readonly Span[], asks: ReadonlySet<number>): boolean {
  const own = spans.filter(({ clause }) => asks.has(clause));
  const isThird = (span: Span): boolean =>
    (span.kind === "pronoun" && /^(?:thing|things|person|people)$/.test(span.of)) ||
    (span.kind === "possessive" && span.whose === "third");
  return own.some(isThird) && !own.some(({ kind }) => /^(?:name|quoted|identifier)$/.test(kind));
}

/**
 * Several questions in one text: one behind the other where each names something, or one of several things that are each
 * counted. "How many of them" is asked of what the first one names.
 */
export function partsOf(reading: Reading, kinds: readonly Kind[]): Reading[] {
  if (isSupposed(reading)) return [];
  const each = splitCounted(reading.spans) ?? splitQuestions(reading);
  const noun = each[0]?.find((span) => namesKind(span, reading, kinds));
  const carried = each[0]?.filter(({ kind }) => !/^(?:question|filler|link|pronoun)$/.test(kind)) ?? [];
  const parts = each.map((spans) => {
    const isCarried = noun !== undefined && spans.some(({ kind }) => kind === "pronoun") && !spans.includes(noun);
    return isCarried && !spans.some((span) => namesKind(span, reading, kinds)) ? [...carried, ...spans] : spans;
  });
  const isWhole = (spans: readonly Span[]): boolean =>
    spans.some(({ kind }) => kind === "question" || kind === "number") &&
    spans.some((span) => /^(?:name|unknown|identifier|quoted)$/.test(span.kind) || namesKind(span, reading, kinds));
  return parts.length > 1 && parts.every(isWhole) ? parts.map((spans) => ({ ...reading, spans })) : [];
}

/**
 * Two questions behind each other of which the second names nothing: each with what the first one names, and whether both
 * ask with the same word, so that one answer cannot carry them. A thing is carried without the record that it stands on.
 */
export function questionsOfOne(
  reading: Reading,
  kinds: readonly Kind[],
): { own: readonly [Reading, Reading]; isSame: boolean } | undefined {
  const [first, second, ...others] = isSupposed(reading) ? [] : splitQuestions(reading);
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  const asksOf = (spans: readonly Span[]): string[] =>
    spans.flatMap((span) => (span.kind === "question" ? [span.asks] : []));
  const isName = ({ kind }: Span): boolean => /^(?:name|quoted|identifier)$/.test(kind);
  if (asksOf(first).length === 0 || asksOf(second).length === 0 || second.some(isName)) return undefined;
  const words = first.filter(
    (span) => /^(?:name|quoted|unknown|word)$/.test(span.kind) && !namesField(span, reading, kinds),
  );
  const named = words.length > 0 ? words : first.filter(isName);
  if (named.length === 0) return undefined;
  const isSame = asksOf(first).some((asks) => asksOf(second).includes(asks));
  return {
    own: [
      { ...reading, spans: first },
      { ...reading, spans: [...named, ...second] },
    ],
    isSame,
  };
}

function namesField({ start, end }: Span, { tokens }: Reading, kinds: readonly Kind[]): boolean {
  const stems = meantStems(tokens.slice(start, end));
  return kinds.some(({ fields }) => fields.some((field) => field.stems.some((stem) => stems.includes(stem))));
}

/** At each clause, and at each question word behind a link or a sign. */
function splitQuestions({ spans, tokens }: Reading): Span[][] {
  const parts: Span[][] = [];
  for (const [at, span] of spans.entries()) {
    const before = spans[at - 1];
    const isJoined = before?.kind === "link" || (tokens[span.start - 1]?.kind ?? "word") !== "word";
    const isStarted = parts.at(-1)?.some(({ kind }) => kind !== "link") === true;
    const opens = span.kind === "question" && isJoined && isStarted && before?.kind !== "question";
    if (before === undefined || span.clause !== before.clause || opens) parts.push([]);
    parts.at(-1)?.push(span);
  }
  return parts;
}

/** "Twenty packs of gloves and ten rolls of cable": each with what stands around them all. */
function splitCounted(spans: readonly Span[]): Span[][] | undefined {
  const numbers = spans.flatMap(({ kind }, at) => (kind === "number" ? [at] : []));
  const joints = numbers.slice(1).map((at) => spans.findLastIndex(({ kind }, k) => k < at && kind === "link"));
  if (joints.length === 0 || joints.some((joint, k) => joint < (numbers[k] ?? 0) + 2)) return undefined;
  const [first = 0] = numbers;
  return numbers.map((at, k) => [...spans.slice(0, first), ...spans.slice(at, joints[k] ?? spans.length)]);
}

function namesKind(
  { start, end, text, kind }: Span,
  { tokens }: Pick<Reading, "tokens">,
  kinds: readonly Kind[],
): boolean {
  if (kind !== "word" && kind !== "unknown") return false;
  const stems = meantStems(tokens.slice(start, end));
  return kinds.some(
    ({ nouns, roles }) =>
      stems.some((stem) => nouns.has(stem)) || roles.some((role) => hasRole(text.toLowerCase(), role)),
  );
}

/** Whether the clauses of the spans that ask want something, and change nothing. */
export function isQuestion(reading: Reading, kinds: readonly Kind[], asks: readonly Span[]): boolean {
  // "Not reserved" says what is counted, and denies nothing.
  const isDenied = (clause: number): boolean =>
    reading.spans.some(
      (span) => span.clause === clause && span.kind === "polarity" && cuesAt(cuesOf(reading), span).length === 0,
    );
  const asked = new Set(asks.map(({ clause }) => clause));
  return reading.clauses.every(({ act, polarity, verb, role }, at) => {
    if (!asked.has(at)) return true;
    if (
      polarity !== "positive" &&
      (isDenied(at) || !reading.spans.some((span) => span.clause === at && span.kind === "polarity"))
    )
      return false;
    if (isEmbedded(reading, at) || isSupposed(reading)) return true;
    const span = verb === undefined ? undefined : reading.spans[verb];
    // "Which are not accepted" forbids nothing.
    const isAsked =
      act === "ask" || (act === "forbid" && reading.spans.some((one) => one.clause === at && one.kind === "question"));
    if (role !== "main" || (!isAsked && act !== "do" && act !== "tell")) return false;
    if (isAsked || verb === undefined || span?.kind !== "verb") return true;
    // "We measured the boards" is news.
    if (asking.has(span.op)) return act !== "tell" || span.form !== "past" || span.op === "be" || span.op === "own";
    // "Has dropped under its minimum": the cue says what is meant.
    if (cuesAt(cuesOf(reading), span).length > 0) return true;
    return isFieldName(reading, verb, kinds) || isAbility(reading, span) || isState(reading, span, kinds);
  });
}

/** "If we ship 40, how many are left": asks what would be, and sets no condition. */
function isSupposed(reading: Reading): boolean {
  const { source, sentences, clauses } = reading;
  const isSupply = mentions(source, "supply") || cuesOf(reading).some(({ cue }) => cue === "free supply");
  const isIf = isSupply && clauses.some(({ role }, at) => role === "if" && !isEmbedded(reading, at));
  return sentences.length === 1 && (isIf || mentions(source, "leaves") || mentions(source, "margin"));
}

/** "Check if there is any left": asks, and sets no condition. */
function isEmbedded({ clauses, spans }: Reading, at: number): boolean {
  const [before, clause] = [clauses[at - 1], clauses[at]];
  const verb = before?.verb === undefined ? undefined : spans[before.verb];
  const last = spans.findLast((span) => span.clause === at - 1);
  return clause?.role === "if" && before?.act === "do" && verb?.kind === "verb" && verb.op === "read" && verb === last;
}

/** "Can we cover L-1 off the shelf": asks whether it is possible, and orders nothing; "can you" orders. */
function isAbility({ source }: Reading, verb: Extract<Span, { kind: "verb" }>): boolean {
  return (
    mentions(source, "ability") &&
    ["fulfils", "hands out"]
      .flatMap((role) => rangesOf(source, role))
      .some(({ from, to }) => from <= verb.from && (verb.to <= to || verb.form === "past"))
  );
}

/** "Items with nothing reserved": the word tells a field or its value, and nobody did it. */
function isState(
  { spans, tokens }: Pick<Reading, "spans" | "tokens">,
  verb: Extract<Span, { kind: "verb" }>,
  kinds: readonly Kind[],
): boolean {
  const before = spans[spans.indexOf(verb) - 1];
  if (
    (verb.form !== "past" && verb.form !== "participle") ||
    before === undefined ||
    (before.kind === "pronoun" && !/^things?$/.test(before.of))
  )
    return false;
  const stem = tokens[verb.start]?.stem ?? "";
  const isNamed = spans.some((span) => namesKind(span, { tokens }, kinds));
  return (
    isNamed &&
    kinds.some(({ fields }) =>
      fields.some(
        (field) =>
          field.stems.includes(stem) || field.values.some((value) => contentStems(plain(value)).includes(stem)),
      ),
    )
  );
}

/** "Phone of Northwind", "email address of Acme": the word names a field, and no order is given. */
function isFieldName({ spans, tokens }: Reading, at: number, kinds: readonly Kind[]): boolean {
  const names = (span: Span | undefined): boolean => {
    const stem = span === undefined ? "" : (tokens[span.start]?.stem ?? "");
    return kinds.some(({ fields }) => fields.some(({ sense, stems }) => sense !== "id" && stems.includes(stem)));
  };
  const [span, next] = [spans[at], spans[at + 1]];
  const linked = next?.kind === "filler" && languages.en.prepositions.has(next.text.toLowerCase());
  return (
    at === 0 &&
    names(span) &&
    (linked || (next?.kind === "word" && tokens[next.end]?.lang === "en" && spans[at + 2]?.kind === "filler"))
  );
}
