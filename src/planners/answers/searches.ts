import { languages } from "../../language/languages.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole } from "../../language/words/roles.ts";
import { inLatin, latinLookalike, toCyrillic } from "../../language/russian/transliterate.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Token } from "../../language/words/token.ts";
import type { Placement } from "./placement.ts";
import type { Search } from "./question.ts";

/** What is looked up: several things that are named with "and" or "or", and several numbers of things, one by one. */
export function searchesOf(found: Pick<Placement, "search" | "breaks" | "used">, reading: Reading): Search[] {
  const { search, breaks } = found;
  const isEach = search.length > 1 && search.every(({ kind }) => kind === "identifier");
  const starts = isEach ? search.map((_, at) => at) : [0, ...new Set(breaks)];
  const searches: Search[] = [];
  for (const [at, start] of starts.entries()) {
    // "The gloves and the cable": the second stands where the first does.
    const isBeside = searches.at(-1)?.isName === true;
    searches.push(...searchOf(search.slice(start, starts[at + 1]), { found, isBeside }, reading));
  }
  return searches;
}

type Where = { found: Pick<Placement, "used">; isBeside: boolean };

function searchOf(spans: readonly Span[], where: Where, reading: Reading): Search[] {
  if (spans.length === 0) return [];
  const tokens = spans.flatMap(({ start, end }) => reading.tokens.slice(start, end));
  const words = tokens.filter(({ kind }) => kind !== "punctuation" && kind !== "symbol").map(spellingsOf);
  const loose = !spans.some((span) => isNameLike(span, reading));
  const isName = isOneName(spans, reading) && standsAsName(spans, where, reading);
  return [{ text: spans.map((span) => searchWord(span, reading)).join(" "), words, loose, isName }];
}

/** Words that stand together, with nothing but "the" and "of" between them. */
export function isOneName(spans: readonly Span[], { tokens }: Pick<Reading, "tokens">): boolean {
  const isJoined = (from: number, to: number): boolean =>
    tokens.slice(from, to).every(({ kind, lower }) => kind !== "word" || hasRole(lower, "within name"));
  return spans.every(({ start }, at) => at === 0 || isJoined(spans[at - 1]?.end ?? start, start));
}

/** Whether words stand where a name does: beside the noun of what is asked for, behind a preposition, or as the thing itself. */
function standsAsName(group: readonly Span[], { found: { used }, isBeside }: Where, reading: Reading): boolean {
  const { spans, tokens } = reading;
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return false;
  const isDeed = (span: Span): boolean => {
    const [before, next] = [spans[spans.indexOf(span) - 1], spans[spans.indexOf(span) + 1]];
    // "Galvanised pipes", but "are gathering dust" and "got nibbled by".
    const isAdjective = next?.start === span.end && group.includes(next);
    const isDone = before?.end === span.start && hasRole(before.text.toLowerCase(), "be form");
    return isVerbLike(span, before) && (!isAdjective || isDone);
  };
  const common = group.filter(({ kind }) => kind === "word" || kind === "unknown");
  if (common.some(isDeed)) return false;
  const noun = used.find(({ isNoun }) => isNoun === true)?.span;
  if (noun === undefined || isBeside || common.length < group.length) return true;
  const lead = tokens.slice(0, first.start).findLast(({ lower }) => !hasRole(lower, "article"))?.lower ?? "";
  return noun.end === first.start || noun.start === last.end || hasRole(lead, "before name") || hasRole(lead, "placed");
}

/** Whether a span may name a thing: a common word does so behind "for" or beside a name, and a verb never does. */
function isNameLike(span: Span, { spans, tokens }: Reading): boolean {
  if (span.kind !== "word" && span.kind !== "unknown") return true;
  const before = spans[spans.indexOf(span) - 1];
  if (hasRole(tokens[span.start - 1]?.lower ?? "", "before name")) return true;
  return span.kind === "unknown" && !isVerbLike(span, before);
}

/** "We chase", "to say", "waiting", «считаем»: by its place or its ending. */
function isVerbLike({ text }: Span, before: Span | undefined): boolean {
  const isSubject = before?.kind === "pronoun" && /^(?:speaker|group|listener|people|person)$/.test(before.of);
  return (
    isSubject || hasRole(before?.text.toLowerCase() ?? "", "before verb") || hasRole(text.toLowerCase(), "verb like")
  );
}

/** A number is parted from its unit, a Russian word put into the nominative. */
function searchWord(span: Span, { tokens }: Reading): string {
  if (span.kind === "number") return [String(span.value), span.unitText ?? ""].join(" ").trim();
  if (span.kind === "quoted") return span.value;
  const words = tokens.slice(span.start, span.end);
  return words.some(({ lang }) => lang === "ru") ? languages.ru.normalForm(words) : span.text;
}

/** The word as said, its stem, and both as they are spelt in the other letters. */
function spellingsOf({ lower, stem, lang, kind }: Token): string[] {
  if (kind !== "word") return unique([lower, latinLookalike(lower.toUpperCase()).toLowerCase()].map(folded));
  const forms =
    lang === "ru"
      ? [lower, stem, ...latinSpellings(stem)]
      : [lower, stem, ...(lower.length > 3 ? [toCyrillic(stem)] : [])];
  return unique(forms.map(folded));
}

/** "Акме" may be Acme, "амоксил" Amoxil. */
function latinSpellings(stem: string): string[] {
  const latin = inLatin(stem);
  return [latin, latin.replaceAll("ks", "x"), latin.replaceAll("k", "c")];
}

function unique(forms: readonly string[]): string[] {
  return [...new Set(forms.filter((form) => form !== ""))];
}

/** As the rows are folded where they are compared. */
function folded(form: string): string {
  return form
    .replaceAll("ё", "е")
    .replaceAll(/(?<=\d)х(?=\d)/g, "x")
    .replaceAll(/(?<=\d),(?=\d)/g, ".");
}
