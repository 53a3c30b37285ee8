import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { PackMeasures } from "../../packs/records.ts";
import { dayAfter, type ReadingContext } from "./context.ts";
import { type Days, figureOf, type MeasureChoice, measureOf, totalOf } from "../world/figures.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Doubt, Request } from "./request.ts";

/** Measures that were spoken of, and over which days: what "it" and "that period" refer to. */
export type SpokenMeasures = { measures: readonly MeasureChoice[]; days?: Days };
export type Plot = Extract<Request, { do: "plot" }>;

/** Drawings that a clause asks for; undefined where it asks for none. */
export function readPlots(
  items: readonly Item[],
  context: ReadingContext,
  last: SpokenMeasures | undefined,
): Plot[] | Doubt | undefined {
  const { measures } = context.world.pack;
  const forms = items.flatMap((item) => (isItem(item, "form") ? item.senses.slice(0, 1) : []));
  const draws = items.some((item) => isItem(item, "verb") && item.op === "plot");
  if (measures?.plot === undefined || (forms.length === 0 && !draws)) return undefined;
  const plots: Plot[] = [];
  for (const part of partedByForm(items)) {
    const [days = last?.days] = daysIn(part, context, measures);
    const form =
      part.flatMap((item) => (isItem(item, "form") ? item.senses : []))[0]?.form ??
      forms[0]?.form ??
      measures.plot.form;
    const named = measuresIn(part);
    const known = named.length > 0 || !refers(part) ? named : (last?.measures ?? []);
    const unknown = unreadIn(part);
    if (unknown !== undefined || known.length === 0)
      return { doubt: "words", words: (unknown ?? part[0])?.text ?? "", understood: [] };
    if (form === undefined || days === undefined || days.from > days.to)
      return { doubt: "which", said: part.map(({ text }) => text).join(" ") };
    plots.push(...known.map((measured): Plot => ({ do: "plot", measured, days, form })));
  }
  return plots;
}

/** "A line plot of X since May and a bar chart of Y": each drawing with its own words. */
function partedByForm(items: readonly Item[]): Item[][] {
  const at = items.flatMap(({ is }, i) => (is === "form" ? [i] : []));
  if (at.length < 2) return [[...items]];
  return at.map((start, i) => items.slice(i === 0 ? 0 : start, at[i + 1] ?? items.length));
}

function refers(items: readonly Item[]): boolean {
  return items.some((item) => item.is === "pronoun" || (isItem(item, "quantifier") && item.span.value === "both"));
}

function measuresIn(items: readonly Item[]): MeasureChoice[] {
  const most = items.find((item) => isItem(item, "compare") && /^(?:most|least)$/.test(item.span.value));
  const group = items.find((item) => isItem(item, "group"));
  const top: MeasureChoice[] =
    isItem(group, "group") && isItem(most, "compare")
      ? group.senses.slice(0, 1).map((sense) => ({ group: sense.group, most: most.span.value === "most" }))
      : [];
  const named = items.flatMap((item) => (isItem(item, "measure") ? item.senses.slice(0, 1) : []));
  return [...top, ...named.map(({ measure }) => ({ measure }))];
}

const small =
  /^(?:filler|prep|joint|sign|measure|group|form|date|compare|pronoun|number|question|quantifier|duration|place)$/;

/** Words that nobody can account for. */
function unreadIn(items: readonly Item[]): Item | undefined {
  return items.find((item, at) => {
    if (small.test(item.is) || isPeriod(item)) return false;
    if (isItem(item, "verb")) return !/^(?:create|plot|be|read|update|increase|decrease|do|own)$/.test(item.op);
    // "The most popular source": the word between describes the superlative.
    return !(items[at - 1]?.is === "compare" && items[at + 1]?.is === "group");
  });
}

/** "Time", "period": a word that only stands for the days beside it. */
export function isPeriod({ is, text }: Item): boolean {
  return (is === "word" || is === "unknown") && (hasConcept(text, "noun.period") || hasConcept(text, "noun.measure"));
}

/** Days that are spoken of, in order; figures end on the last day that has them. */
function daysIn(items: readonly Item[], { today }: ReadingContext, { until }: PackMeasures): Days[] {
  const last = dayAfter(today, until);
  return items.flatMap((item): Days[] => {
    if (!isItem(item, "date")) return [];
    const { span } = item;
    const { first, last: end } = span.earlier ?? span;
    if (span.relation === "after") return [{ from: dayAfter(end, 1), to: last }];
    return [{ from: first, to: span.relation === "from" || end > last ? last : end }];
  });
}

export type MeasuredCondition = { holds: boolean; spoken: SpokenMeasures };

/**
 * What is said of figures: that one was above a number on a day, above another in total, stands out of its group, or changed against an
 * earlier day. Undefined where the clause speaks of no measure.
 */
export function readMeasured(
  items: readonly Item[],
  context: ReadingContext,
  last: SpokenMeasures | undefined,
): MeasuredCondition | Doubt | undefined {
  const { world } = context;
  const named = measuresIn(items);
  const measures = named.length > 0 || !refers(items) ? named : (last?.measures ?? []);
  const [measured, other] = measures;
  const hasClaim = items.some(({ is }) => is === "compare") || changeIn(items) !== undefined;
  if (world.pack.measures === undefined || measured === undefined || (named.length === 0 && !hasClaim))
    return undefined;
  const unknown = unreadIn(items);
  const doubt: Doubt = { doubt: "words", words: (unknown ?? items[0])?.text ?? "", understood: [] };
  const [days = last?.days, ...earlier] = daysIn(items, context, world.pack.measures);
  if (unknown !== undefined || days === undefined || earlier.length > 1) return doubt;
  const spoken = { measures, days };
  if (other !== undefined) {
    if (measures.length > 2) return doubt;
    const holds = holdsOfTwo(items, [measured, other], { days, context });
    return holds === undefined ? doubt : { holds, spoken };
  }
  const lastDay = dayAfter(context.today, world.pack.measures.until);
  const change = changeIn(items);
  const number = items.find((item) => isItem(item, "number"));
  if (change !== undefined) {
    const [of, against] = inOrder(days, earlier[0] ?? { from: lastDay, to: lastDay });
    const was = totalOf(measured, against, world);
    const gain = (totalOf(measured, of, world) - was) * (change === "more" ? 1 : -1);
    const { value, percent } = isItem(number, "number") ? number.span : { value: 0, percent: undefined };
    const holds = percent ? was !== 0 && (100 * gain) / was > value : gain > value;
    return { holds, spoken: { measures, days: { from: against.from, to: of.to } } };
  }
  const test = thresholdIn(items);
  if (test === undefined || earlier.length > 0) return doubt;
  const values = figureOf(measured, days, world);
  const isAny = days.from === days.to || items.some((item) => isItem(item, "quantifier") && item.span.value === "any");
  const isEach = items.some((item) => isItem(item, "quantifier") && item.span.value === "each");
  if (!isAny && !isEach) return doubt;
  return { holds: isAny ? values.some(test) : values.length > 0 && values.every(test), spoken };
}

/** One measure against another, or as the first of its group. */
function holdsOfTwo(
  items: readonly Item[],
  [left, right]: readonly [MeasureChoice, MeasureChoice],
  { days, context: { world } }: { days: Days; context: ReadingContext },
): boolean | undefined {
  if ("group" in left && "measure" in right) return measureOf(left, days, world) === right.measure;
  const way = items.flatMap((item) => wayOf(item) ?? [])[0];
  if (way === undefined || items.some(({ is }) => is === "number")) return undefined;
  const gain = totalOf(left, days, world) - totalOf(right, days, world);
  return way === "more" ? gain > 0 : gain < 0;
}

/** The later days are spoken of, the earlier ones are what they are held against. */
function inOrder(one: Days, other: Days): [of: Days, against: Days] {
  return one.from > other.from ? [one, other] : [other, one];
}

/** "Rose", "5 % higher than on Sunday": which way it moved. A comparison right before a number only says by how much. */
function changeIn(items: readonly Item[]): "more" | "less" | undefined {
  const moved = items.find((item) => isItem(item, "verb") && /^(?:increase|decrease)$/.test(item.op));
  if (isItem(moved, "verb")) return moved.op === "increase" ? "more" : "less";
  const plain = items.filter(({ is }) => is !== "filler");
  const compared = plain.find((item, at) => wayOf(item) !== undefined && plain[at + 1]?.is !== "number");
  const hasShare = items.some((item) => isItem(item, "number") && item.span.percent === true);
  const hasDay = plain.some((item, at) => item === compared && plain.slice(at).some(({ is }) => is === "date"));
  return compared !== undefined && (hasShare || hasDay) ? wayOf(compared) : undefined;
}

/** More or less, also where "than" stands apart: "more traffic from A than from B". */
function wayOf(item: Item): "more" | "less" | undefined {
  if (isItem(item, "compare") && (item.span.value === "more" || item.span.value === "less")) return item.span.value;
  return hasConcept(item.text, "than.more") ? "more" : hasConcept(item.text, "than.less") ? "less" : undefined;
}

/** "More than 10": the test that a day's number must pass. */
function thresholdIn(items: readonly Item[]): ((value: number) => boolean) | undefined {
  const plain = items.filter(({ is }) => is !== "filler" && is !== "prep");
  const at = plain.findIndex((item) => isItem(item, "number"));
  const [compared, number] = [plain[at - 1], plain[at]];
  if (!isItem(number, "number") || !isItem(compared, "compare") || number.span.percent) return undefined;
  const than = number.span.value;
  const tests = {
    more: (value: number) => value > than,
    less: (value: number) => value < than,
    atLeast: (value: number) => value >= than,
    atMost: (value: number) => value <= than,
    equal: (value: number) => value === than,
    between: undefined,
    most: undefined,
    least: undefined,
  };
  return tests[compared.span.value];
}
