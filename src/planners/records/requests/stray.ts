import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { Token } from "../../../language/words/token.ts";
import { isItem, type Item, type ItemOf } from "../items/item.ts";
import type { Part } from "../sets/roles.ts";
import type { ReadingContext } from "./context.ts";
import type { Request } from "./request.ts";

/**
 * Words of an order that no part of it accounts for: a small word that may make it a question, a wish or somebody else's, a "not" that
 * rules nothing out, a question in the middle. Only words of closed lists may stand in an order without a part in it.
 */
export function strayWords(
  parts: readonly Part[],
  { requests, context }: { requests: readonly Request[]; context: ReadingContext },
): string | undefined {
  const items = parts.map(({ item }) => item);
  const found = parts.find((part, at) => {
    switch (part.item.is) {
      case "filler":
        return !isHarmless(part.item, context) && !isDoer(items, at, context);
      case "polarity":
        return !isAnswer(items, at) && !isCarried(part.item.span.scope, parts, at);
      case "quantifier":
        return part.item.span.value === "except" && !parts.some(({ role }) => role === "except");
      case "field":
        return part.role === "field" && !isUsed(part.item, requests);
      case "question":
        return (
          !describesBefore(items, at) && !context.reading.tokens.slice(part.item.start, part.item.end).every(isSmall)
        );
      default:
        return false;
    }
  });
  return found?.item.text;
}

/** A word for a field says which one a value or a description is of, or what is still to be said. */
function isUsed({ senses }: ItemOf<"field">, requests: readonly Request[]): boolean {
  const fields = new Set(
    requests.flatMap((one) => {
      const tests = "set" in one ? one.set.tests.map(({ field }) => field) : [];
      const picked = "set" in one && one.set.pick !== undefined ? [one.set.pick.by] : [];
      return one.do === "change"
        ? [...tests, ...picked, ...one.changes.map(({ field }) => field), ...one.missing]
        : [...tests, ...picked];
    }),
  );
  return senses.some(({ field }) => fields.has(field));
}

/** The same of items before a text that is written down, where none of them has a part. */
export function strayItem(items: readonly Item[], context: Pick<ReadingContext, "reading">): string | undefined {
  return items.find((item) => item.is === "filler" && !isHarmless(item, context))?.text;
}

/** A word of manners, or one of the small words that say nothing of whether something is to be done. */
export function isHarmless({ start, end }: Item, { reading }: Pick<ReadingContext, "reading">): boolean {
  const span = reading.spans.find((one) => one.start <= start && one.end >= end);
  // Other words were found to carry nothing where they stand.
  if (span?.kind !== "pronoun" && !(span?.kind === "filler" && span.of === "function")) return true;
  return reading.tokens.slice(start, end).every(isSmall);
}

/** "We signed Acme": whoever says what was done asks to write it down. */
function isDoer(items: readonly Item[], at: number, { reading: { tokens } }: ReadingContext): boolean {
  const next = tokens[items.slice(at + 1).find(({ is }) => is !== "filler")?.start ?? -1];
  return next?.kind === "word" && languages[next.lang].verbForm(next.lower) === "past";
}

/** "No, close it": it answers what was said before. */
function isAnswer(items: readonly Item[], at: number): boolean {
  const isHead = items.slice(0, at).every(({ is }) => is === "filler" || is === "joint" || is === "sign");
  return (
    isHead &&
    hasConcept(items[at]?.text ?? "", "act.correct") &&
    /^(?:joint|sign|filler)$/.test(items[at + 1]?.is ?? "")
  );
}

function isSmall({ kind, lang, lower }: Token): boolean {
  return kind !== "word" || languages[lang].lexicon.concepts(lower).includes("small");
}

/** What "not" stands before is left out of several records, or another thing of its kind stands in its place. */
function isCarried(scope: { start: number; end: number }, parts: readonly Part[], at: number): boolean {
  const inside = parts.filter(({ role }, i) => i > at && (role === "ruledOut" || role === "except"));
  if (inside.length === 0) return false;
  const ruled = inside.filter(({ item, role }) => role === "ruledOut" && item.start >= scope.start);
  return ruled.every(({ item }) =>
    parts.some(({ item: one, role }) => one.is === item.is && /^(?:target|filter|value)$/.test(role)),
  );
}

/** "Tasks which are late": behind what it describes. */
function describesBefore(items: readonly Item[], at: number): boolean {
  const before = items.slice(0, at).findLast(({ is }) => !/^(?:prep|joint|sign|filler)$/.test(is));
  return before !== undefined && !isItem(before, "verb");
}
