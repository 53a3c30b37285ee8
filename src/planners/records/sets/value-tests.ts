import { compact } from "../../../plan/compact.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { DateSpan, DurationSpan } from "../../../language/spans/span.ts";
import type { PackRecord } from "../../packs/records.ts";
import { dayAfter, type ReadingContext } from "../requests/context.ts";
import { isItem, type ItemOf } from "../items/item.ts";
import type { Test } from "../requests/request.ts";
import type { Part } from "./roles.ts";

/** How much more is "more than": amounts have at most two decimals. */
export const leastStep = 0.01;

/** The parts of a clause, read as records of one kind. */
export type KindContext = {
  parts: readonly Part[];
  kind: string;
  record: PackRecord;
  context: ReadingContext;
  asks?: boolean;
  addressed?: true;
};

/** Done so long ago at most, or at least where it is negated; a record that was done lies before now. */
export function doneTests(item: ItemOf<"done">, { kind, record, context }: KindContext): Test[] | undefined {
  const sense = item.senses.find((one) => one.kind === kind);
  const field = sense?.field ?? record.when;
  if (sense === undefined || field === undefined) return undefined;
  const day = item.since === undefined ? undefined : dayAfter(context.today, -daysSince(item.since, context.today));
  if (sense.field === undefined) return [{ field, op: "between", ...compact({ low: day }), high: context.localNow }];
  return day === undefined
    ? undefined
    : [{ field, op: "between", ...(item.not === true ? { high: day } : { low: day }) }];
}

/** How many days ago; "in five weeks" behind "haven't" looks back. */
export function daysSince(since: DateSpan | DurationSpan | undefined, today: string): number {
  if (since === undefined) return 0;
  if (since.kind !== "duration") return Math.abs(Date.parse(since.first) - Date.parse(today)) / 86_400_000;
  const days = { day: 1, week: 7, month: 30, quarter: 91, year: 365, hour: 0, minute: 0 }[since.unit];
  return Math.round(since.value * days);
}

/** When the records lie, by the field that is named or their own time. */
export function dateTests({ span: said, start }: ItemOf<"date">, place: KindContext): Test[] | undefined {
  const isPast = place.record.tense === "past" || (place.asks === true && isOver(place));
  const span = isPast && said.earlier !== undefined ? { ...said, ...said.earlier } : said;
  const field = fieldSaid(place, (type) => type === "date" || type === "moment") ?? place.record.when;
  if (field === undefined) return undefined;
  // "The email from May 3" has that date.
  const prep = place.parts.findLast(({ item }) => item.end <= start && item.is !== "filler")?.item;
  const isDated = isItem(prep, "prep") && hasConcept(prep.word, "dated");
  // "Before the end of May": the article hides the preposition from the date.
  const isLimit = span.relation === "at" && isItem(prep, "prep") && prep.end < start && isLimitWord(prep.word);
  switch (isDated ? "at" : isLimit ? "by" : span.relation) {
    case "by":
    case "until":
      return [{ field, op: "between", high: span.last }];
    case "before":
      return [{ field, op: "between", high: dayAfter(span.first, -1) }];
    case "after":
      return [{ field, op: "between", low: dayAfter(span.last, 1) }];
    case "from":
      return [{ field, op: "between", low: span.first }];
    case "at":
    case "within":
      return [{ field, op: "between", low: span.first, high: span.last }];
    default:
      return undefined;
  }
}

function isLimitWord(word: string): boolean {
  return ["rel.by", "rel.until", "rel.before"].some((relation) => hasConcept(word, relation));
}

/** How much the records hold. */
export function amountTests({ span, start }: ItemOf<"number">, place: KindContext): Test[] | undefined {
  const { parts, record } = place;
  const isNumber = (type: string): boolean => type === "number";
  const field = fieldSaid(place, isNumber) ?? Object.entries(record.fields).find(([, { type }]) => isNumber(type))?.[0];
  if (field === undefined) return undefined;
  const compared = parts.findLast(({ item }) => item.is === "compare" && item.end <= start)?.item;
  const way = isItem(compared, "compare") ? compared.span.value : "equal";
  const value = span.scaled ?? span.value;
  if (span.max !== undefined) return [{ field, op: "between", low: value, high: span.max }];
  if (way === "more" || way === "atLeast" || way === "most")
    return [{ field, op: "between", low: way === "more" ? value + leastStep : value }];
  if (way === "less" || way === "atMost" || way === "least")
    return [{ field, op: "between", high: way === "less" ? value - leastStep : value }];
  return [{ field, op: "is", values: [value] }];
}

/** A field word of the clause whose field has a fitting type. */
export function fieldSaid(
  { parts, kind, record }: Pick<KindContext, "parts" | "kind" | "record">,
  fits: (type: string) => boolean,
): string | undefined {
  return parts
    .flatMap(({ item }) => (isItem(item, "field") ? item.senses : []))
    .find((sense) => sense.kind === kind && fits(record.fields[sense.field]?.type ?? ""))?.field;
}

/** Won, done: what is over lies in the past. */
function isOver({ parts, kind, record }: KindContext): boolean {
  return parts.some(
    ({ item, role }) =>
      role === "filter" &&
      isItem(item, "option") &&
      item.senses.some((sense) => sense.kind === kind && record.final[sense.field]?.includes(sense.value) === true),
  );
}
