import { languages } from "../../language/languages.ts";
import type { PackMeasures } from "../packs/records.ts";
import { dayAfter, type ReadingContext } from "./context.ts";
import { type Figure, figureOf } from "./figures.ts";
import { isItem, type Item } from "./item.ts";
import type { Doubt, Request } from "./request.ts";

type Days = { from: string; to: string };
export type Plot = Extract<Request, { do: "plot" }>;

/** A drawing that a clause asks for; undefined where it asks for none. `last` is the measure "it" refers to. */
export function readPlots(
  items: readonly Item[],
  context: ReadingContext,
  last: Figure | undefined,
): Plot[] | Doubt | undefined {
  const { measures } = context.world.pack;
  const forms = items.flatMap((item) => (isItem(item, "form") ? item.senses.slice(0, 1) : []));
  const draws = items.some((item) => isItem(item, "verb") && item.op === "plot");
  if (measures?.plot === undefined || (forms.length === 0 && !draws)) return undefined;
  const parts = partedBy(items, "form");
  const plots: Plot[] = [];
  for (const part of parts) {
    const [days] = daysIn(part, context, measures);
    const form = part.flatMap((item) => (isItem(item, "form") ? item.senses : []))[0]?.form ?? forms[0]?.form;
    const named = figuresIn(part);
    const known = named.length > 0 ? named : last === undefined || !refers(part) ? [] : [last];
    const unknown = unreadIn(part);
    if (unknown !== undefined || known.length === 0)
      return { doubt: "words", words: (unknown ?? part[0])?.text ?? "", understood: [] };
    const over = days ?? last?.days;
    if (form === undefined || over === undefined)
      return { doubt: "which", said: part.map(({ text }) => text).join(" ") };
    plots.push(...known.map((figure): Plot => ({ do: "plot", figure: { ...figure, days: over }, form })));
  }
  return plots;
}

/** "A line plot of X since May and a bar chart of Y": each drawing with its own words. */
function partedBy(items: readonly Item[], is: "form"): Item[][] {
  const at = items.flatMap((item, i) => (item.is === is ? [i] : []));
  if (at.length < 2) return [[...items]];
  return at.map((start, i) => items.slice(i === 0 ? 0 : start, at[i + 1] ?? items.length));
}

function refers(items: readonly Item[]): boolean {
  return items.some(({ is }) => is === "pronoun");
}

function figuresIn(items: readonly Item[]): Figure[] {
  const most = items.find((item) => isItem(item, "compare") && /^(?:most|least)$/.test(item.span.value));
  const group = items.find((item) => isItem(item, "group"));
  if (isItem(group, "group") && isItem(most, "compare"))
    return group.senses.slice(0, 1).map((sense) => ({ group: sense.group, most: most.span.value === "most" }));
  return items.flatMap((item) => (isItem(item, "measure") ? item.senses.slice(0, 1).map(({ id }) => ({ id })) : []));
}

/** Words that nobody can account for. */
function unreadIn(items: readonly Item[]): Item | undefined {
  const known =
    /^(?:filler|prep|joint|sign|measure|group|form|date|compare|pronoun|number|polarity|question|quantifier|duration)$/;
  return items.find((item) => {
    if (known.test(item.is)) return false;
    if (isItem(item, "verb")) return !/^(?:create|plot|be|read|update|increase|decrease|do)$/.test(item.op);
    // "The most popular source": the word between describes the superlative.
    const at = items.indexOf(item);
    if (isPeriod(item)) return false;
    const before = items[at - 1]?.is;
    return before !== "quantifier" && !(before === "compare" && items[at + 1]?.is === "group");
  });
}

/** "Time", "period": a word that only stands for the days beside it. */
export function isPeriod({ is, text }: Item): boolean {
  const word = text.toLowerCase();
  return (
    (is === "word" || is === "unknown") &&
    Object.values(languages).some(({ lexicon }) => lexicon.concepts(word).includes("noun.period"))
  );
}

/** Days that are spoken of, in order; figures end on the last day that has them. */
function daysIn(items: readonly Item[], { today }: ReadingContext, { until }: PackMeasures): Days[] {
  const last = dayAfter(today, until);
  const found = items.flatMap((item): Days[] => {
    if (!isItem(item, "date")) return [];
    const { span } = item;
    const { first, last: end } = span.earlier ?? span;
    return [
      {
        from: first,
        to: span.relation === "from" || span.relation === "after" ? last : end > last && first <= last ? last : end,
      },
    ];
  });
  return found;
}

export type Condition = { holds: boolean; figure: Figure };

/**
 * What is said of figures: that one was above a number, above another, or changed by a share. Undefined where the clause speaks of no
 * measure.
 */
export function readMeasured(items: readonly Item[], context: ReadingContext): Condition | Doubt | undefined {
  const { measures } = context.world.pack;
  const named = figuresIn(items);
  const [figure, other] = named;
  if (measures === undefined || figure === undefined) return undefined;
  const unknown = unreadIn(items);
  const doubt: Doubt = { doubt: "words", words: (unknown ?? items[0])?.text ?? "", understood: [] };
  const days = daysIn(items, context, measures);
  const [now, before] = days;
  const number = items.find((item) => isItem(item, "number"));
  const way = wayOf(items);
  if (unknown !== undefined || now === undefined || way === undefined) return doubt;
  const total = (one: Figure, over: Days): number => sum(figureOf(one, over, context.world));
  const isMore = way === "more";
  if (other !== undefined && !isItem(number, "number")) {
    const gain = total(figure, now) - total(other, now);
    return { holds: isMore ? gain > 0 : gain < 0, figure: { ...figure, days: now } };
  }
  if (!isItem(number, "number")) return doubt;
  if (before !== undefined || number.span.percent) {
    if (before === undefined) return doubt;
    const [is, was] = [total(figure, now), total(figure, before)];
    const gain = (is - was) * (isMore ? 1 : -1);
    const holds = number.span.percent ? was !== 0 && (100 * gain) / was > number.span.value : gain > number.span.value;
    const from = now.from < before.from ? now.from : before.from;
    const to = now.to > before.to ? now.to : before.to;
    return { holds, figure: { ...figure, days: { from, to } } };
  }
  const values = figureOf(figure, now, context.world);
  const holds = values.some((value) => (isMore ? value > number.span.value : value < number.span.value));
  return { holds, figure: { ...figure, days: now } };
}

/** More or less: the last comparison says which way, "more than 2 % lower" is less. */
function wayOf(items: readonly Item[]): "more" | "less" | undefined {
  const moved = items.findLast((item) => isItem(item, "verb") && /^(?:increase|decrease)$/.test(item.op));
  if (isItem(moved, "verb")) return moved.op === "increase" ? "more" : "less";
  const compared = items.findLast((item) => isItem(item, "compare"));
  if (!isItem(compared, "compare")) return undefined;
  return /^(?:more|most|atLeast)$/.test(compared.span.value) ? "more" : "less";
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
