import type { Clause, Sentence } from "./clause.ts";
import { languages } from "../languages.ts";
import type { Span } from "../spans/span.ts";
import type { Token } from "../words/token.ts";

/** A clause before its act and polarity are known. */
export type ClauseCut = Pick<Clause, "start" | "end" | "sentence" | "link" | "role" | "elliptic" | "parts"> & {
  spans: number[];
};

type Text = { tokens: readonly Token[]; spans: readonly Span[] };
type Joint = { link: Clause["link"]; comma: boolean };

/** Most clauses of one text; what comes after belongs to the last. */
const mostClauses = 200;

/** Cuts sentences where a joint (comma, "and", "then", "but", "or") is followed by something that asks, tells or forbids on its own. */
export function cutClauses({ tokens, spans }: Text, sentences: readonly Sentence[]): ClauseCut[] {
  const cuts: ClauseCut[] = [];
  let at = 0;
  for (const [number, sentence] of sentences.entries()) {
    const indexes: number[] = [];
    while (at < spans.length && (spans[at]?.start ?? 0) < sentence.end) {
      indexes.push(at);
      at += 1;
    }
    if (cuts.length >= mostClauses) cuts.at(-1)?.spans.push(...indexes);
    else cuts.push(...cutSentence({ tokens, spans }, indexes, { number, first: cuts.length === 0 }));
  }
  return cuts.map((cut) => placed({ tokens, spans }, cut));
}

function cutSentence(
  text: Text,
  indexes: readonly number[],
  { number, first }: { number: number; first: boolean },
): ClauseCut[] {
  const cuts: ClauseCut[] = [];
  let current: ClauseCut | undefined;
  for (const [k, index] of indexes.entries()) {
    const joint = jointBefore(text, indexes, k);
    const role = roleAt(text, indexes, k);
    const opens =
      current === undefined ||
      role === "if" ||
      role === "unless" ||
      (role === "else" && isClauseHead(text, indexes, k + 1)) ||
      (joint !== undefined && opensClause(text, indexes, { k, joint, current }));
    if (opens) {
      const link = current === undefined ? (first ? "first" : "context") : (joint?.link ?? "and");
      const hangs = role ?? (current?.role === "if" || current?.role === "unless" ? "then" : "main");
      const elliptic: boolean = current !== undefined && !isClauseHead(text, indexes, role === undefined ? k : k + 1);
      current = {
        start: 0,
        end: 0,
        sentence: number,
        link,
        role: hangs,
        elliptic,
        parts: [],
        spans: trailingLinks(text, current),
      };
      cuts.push(current);
    }
    current?.spans.push(index);
  }
  return cuts;
}

/** The joint belongs to the clause it opens. */
function trailingLinks({ spans }: Text, before: ClauseCut | undefined): number[] {
  if (before === undefined) return [];
  const last = before.spans.findLastIndex((index) => spans[index]?.kind !== "link");
  return before.spans.splice(Math.max(last + 1, 1));
}

/** Punctuation and linking words between the span before and this one. */
function jointBefore({ tokens, spans }: Text, indexes: readonly number[], k: number): Joint | undefined {
  let link: Clause["link"] | undefined;
  let comma = false;
  let from = k;
  while (from > 0 && k - from < 4) {
    const before = spans[indexes[from - 1] ?? 0];
    const here = spans[indexes[from] ?? 0];
    if (before === undefined || here === undefined) break;
    if (tokens.slice(before.end, here.start).some((token) => isBreak(token, before, here))) comma = true;
    if (before.kind !== "link" || before.link === "if" || before.link === "unless" || before.link === "else") break;
    link ??= before.link;
    from -= 1;
  }
  return link === undefined && !comma ? undefined : { link: link ?? "and", comma };
}

/** A hyphen with blanks around it is a dash. */
function isBreak({ text, from, to }: Token, before: Span, here: Span): boolean {
  return text === "-" ? from > before.to && to < here.from : /^[,;–—]$|^--+$|^\.{2,}$|^…$|^\)$/.test(text);
}

function roleAt({ spans }: Text, indexes: readonly number[], k: number): Clause["role"] | undefined {
  const span = spans[indexes[k] ?? 0];
  return span?.kind === "link" ? roleOfLink(span.link) : undefined;
}

function roleOfLink(link: (Span & { kind: "link" })["link"]): "if" | "unless" | "else" | undefined {
  return link === "if" || link === "unless" || link === "else" ? link : undefined;
}

/** Whether what follows a joint stands on its own. */
function opensClause(
  text: Text,
  indexes: readonly number[],
  { k, joint, current }: { k: number; joint: Joint; current: ClauseCut | undefined },
): boolean {
  const span = text.spans[indexes[k] ?? 0];
  if (span === undefined || span.kind === "link") return roleAt(text, indexes, k) !== undefined;
  if (
    isBare(text, current, "filler") ||
    isBareNo(text, current) ||
    (span.kind === "act" && isBare(text, current, "act"))
  )
    return false;
  if (current?.role === "if" || current?.role === "unless")
    return joint.comma || joint.link === "then" || isClauseHead(text, indexes, k);
  return (
    isClauseHead(text, indexes, k) ||
    sharesVerb(text, indexes, { k, current }) ||
    turns(text, indexes, { k, joint, current })
  );
}

/** «A не трогай, а B закрой»: behind what is denied, an order whose verb comes last. */
function turns(
  { tokens, spans }: Text,
  indexes: readonly number[],
  { k, joint, current }: { k: number; joint: Joint; current: ClauseCut | undefined },
): boolean {
  const isDenied = current?.spans.some((index) => spans[index]?.kind === "polarity") === true;
  if (joint.link !== "but" || !joint.comma || !isDenied) return false;
  const rest = indexes.slice(k).map((index) => spans[index]);
  const stop = rest.findIndex(
    (span, at) => at > 0 && (span?.kind === "link" || tokens[(span?.start ?? 0) - 1]?.text === ","),
  );
  return rest
    .slice(0, stop < 0 ? rest.length : stop)
    .some((span) => span?.kind === "verb" && span.form === "imperative");
}

/** "No, close the ward" corrects what was said before. */
function isBareNo({ spans, tokens }: Text, current: ClauseCut | undefined): boolean {
  const [only, ...others] = current?.spans.map((index) => spans[index]) ?? [];
  const token =
    only?.kind === "polarity" && only.end === only.start + 1 && others.length === 0 ? tokens[only.start] : undefined;
  return token !== undefined && languages[token.lang].lexicon.concepts(token.lower).includes("act.correct");
}

/** "Please, …" opens the request behind it, and "yes, go ahead" is one answer. */
function isBare({ spans }: Text, current: ClauseCut | undefined, kind: "filler" | "act"): boolean {
  return current?.spans.every((index) => spans[index]?.kind === kind || spans[index]?.kind === "filler") === true;
}

/** A verb that orders, a question, an answer, or a subject with its verb, after words that carry nothing. */
function isClauseHead({ tokens, spans }: Text, indexes: readonly number[], k: number): boolean {
  let polite = false;
  for (let i = k; i < Math.min(indexes.length, k + 6); i += 1) {
    const span = spans[indexes[i] ?? 0];
    if (span === undefined) return false;
    if (
      i > k &&
      tokens.slice(spans[indexes[i - 1] ?? 0]?.end, span.start).some(({ text }) => text === "," || text === ":")
    )
      return false;
    if (span.kind === "filler" && span.of !== "function") {
      polite ||= span.of === "politeness";
      continue;
    }
    if (span.kind === "polarity") {
      if (span.value === "whether" || span.value === "unsure" || span.value === "early") return true;
      if (span.value === "not") {
        if (spans[indexes[i + 1] ?? 0]?.kind === "unknown" && forbids(tokens, span)) return true;
        polite = true;
        continue;
      }
    }
    if (span.kind === "verb")
      return (
        span.form === "imperative" ||
        span.form === "infinitive" ||
        (span.form !== "participle" && span.form !== "gerund")
      );
    // "…, which are late", «…, которые не срочные» describe what stands before them.
    if (span.kind === "question")
      return span.asks !== "which" && span.asks !== "who" && (span.asks !== "whether" || i === k);
    if (span.kind === "act") return true;
    // "…, nobody wants it any more".
    if (span.kind === "quantifier" && isNobody(tokens[span.start]) && i === k && i + 1 < indexes.length) return true;
    if (span.kind === "pronoun" || span.kind === "name") {
      const next = spans[indexes[i + 1] ?? -1];
      return next?.start === span.end && isFinite(next, tokens[next.start]);
    }
    return polite && span.kind !== "filler" && span.kind !== "polarity" && i > k + 1;
  }
  return false;
}

function isNobody(token: Token | undefined): boolean {
  return token?.kind === "word" && languages[token.lang].lexicon.concepts(token.lower).includes("nobody");
}

/** "Don't" orders whatever verb stands behind it. */
function forbids(tokens: readonly Token[], { start }: Span): boolean {
  const { lexicon } = languages[tokens[start]?.lang ?? "en"];
  return lexicon.at(tokens, start)?.concepts.includes("forbids") === true;
}

function isFinite(span: Span, token: Token | undefined): boolean {
  if (span.kind === "verb") return span.form === "present" || span.form === "past" || span.form === "imperative";
  if (span.kind === "polarity" && span.value === "not") return true;
  return (
    span.kind === "filler" &&
    token !== undefined &&
    languages[token.lang].beforeVerb.has(token.lower) &&
    roleOf(token) === undefined
  );
}

/** "move A to X and B to Y": a part without a verb, but with the preposition of the one before. */
function sharesVerb(
  { tokens, spans }: Text,
  indexes: readonly number[],
  { k, current }: { k: number; current: ClauseCut | undefined },
): boolean {
  const [first, before] = [spans[indexes[k] ?? 0], current?.spans.slice(-12).map((index) => spans[index]) ?? []];
  if (first === undefined || first.kind === "polarity" || roleOf(tokens[first.start]) !== undefined) return false;
  const said = new Set(before.flatMap((span) => (span === undefined ? [] : (roleOf(tokens[span.start]) ?? []))));
  for (let i = k + 1; i < Math.min(indexes.length, k + 7); i += 1) {
    const span = spans[indexes[i] ?? 0];
    if (span === undefined || span.kind === "link" || span.kind === "verb" || tokens[span.start - 1]?.text === ",")
      return false;
    const role = roleOf(tokens[span.start]);
    if (role !== undefined) return said.has(role) && i + 1 < indexes.length;
  }
  return false;
}

function roleOf(token: Token | undefined): string | undefined {
  return token?.kind === "word" && languages[token.lang].prepositions.has(token.lower) ? token.lower : undefined;
}

/** The place of a cut, and its parts between joints. */
function placed({ tokens, spans }: Text, cut: ClauseCut): ClauseCut {
  const isJoint = (span: Span | undefined): boolean => span?.kind === "link" && roleOfLink(span.link) === undefined;
  const first = cut.spans.map((index) => spans[index]).find((span) => !isJoint(span)) ?? spans[cut.spans[0] ?? 0];
  const last = spans[cut.spans.at(-1) ?? 0];
  const [start, end] = [first?.start ?? 0, last?.end ?? 0];
  const parts: { start: number; end: number }[] = [];
  let [begin, before] = [start, start];
  for (const index of cut.spans) {
    const span = spans[index];
    if (span === undefined) continue;
    const gap = tokens.slice(before, span.start);
    before = span.end;
    if (span.start > begin && gap.some(({ text }) => text === "," || text === ";")) {
      parts.push({ start: begin, end: lastWord(tokens, begin, span.start) });
      begin = span.start;
    }
    if (span.kind === "link" && span.start > begin) parts.push({ start: begin, end: span.start });
    if (span.kind === "link") begin = span.end;
  }
  if (begin < end) parts.push({ start: begin, end });
  return { ...cut, start, end, parts };
}

function lastWord(tokens: readonly Token[], start: number, end: number): number {
  let last = end;
  while (last > start + 1 && tokens[last - 1]?.kind === "punctuation") last -= 1;
  return last;
}
