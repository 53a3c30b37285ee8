import { languages } from "../../language/languages.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole } from "../../language/roles.ts";
import { inLatin, latinLookalike, toCyrillic } from "../../language/russian/transliterate.ts";
import type { Span } from "../../language/span.ts";
import type { Token } from "../../language/token.ts";
import type { Placement } from "./placement.ts";
import type { Search } from "./question.ts";

/** What is looked up: several things that are named with "and" or "or", and several numbers of things, one by one. */
export function searchesOf({ search, breaks }: Pick<Placement, "search" | "breaks">, reading: Reading): Search[] {
  const isEach = search.length > 1 && search.every(({ kind }) => kind === "identifier");
  const starts = isEach ? search.map((_, at) => at) : [0, ...new Set(breaks)];
  return starts.flatMap((start, at) => searchOf(search.slice(start, starts[at + 1]), reading) ?? []);
}

function searchOf(spans: readonly Span[], reading: Reading): Search | undefined {
  if (spans.length === 0) return undefined;
  const tokens = spans.flatMap(({ start, end }) => reading.tokens.slice(start, end));
  const words = tokens.filter(({ kind }) => kind !== "punctuation" && kind !== "symbol").map(spellingsOf);
  const loose = !spans.some((span) => isNameLike(span, reading));
  return { text: spans.map((span) => searchWord(span, reading)).join(" "), words, loose };
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
