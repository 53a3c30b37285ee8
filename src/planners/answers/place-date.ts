import type { Reading } from "../../language/reading.ts";
import type { DateSpan, Span } from "../../language/spans/span.ts";
import { hasRole, mentions } from "../../language/words/roles.ts";
import type { Field, Kind } from "./kinds.ts";
import { asking, type Scope, took } from "./placement.ts";
import type { Filter } from "./question.ts";

/** Days of the records themselves, and not of their end. */
export function datesOf({ fields }: Kind): Field[] {
  return fields.filter(({ sense, stems }) => sense === "date" && !stems.some((stem) => hasRole(stem, "validity")));
}

/** A window over a date of the rows. An end of validity is meant only where the question speaks of it. */
export function placeDate(span: DateSpan & Span, kind: Kind, { reading, found }: Scope): boolean {
  const dates = kind.fields.filter(({ sense }) => sense === "date");
  // What has no date is known as it is now: the answer says that the time was not used.
  if (dates.length === 0 && kind.rows !== undefined) return !reading.spans.some((one) => isDeed(one, reading));
  const named = dates.find((field) => found.fields.includes(field));
  const expires = found.expires || mentions(reading.source, "expires");
  const field = named ?? dates.find(({ stems }) => stems.some((stem) => hasRole(stem, "validity")) === expires);
  if (field === undefined || kind.rows === undefined) return false;
  found.fields = found.fields.filter((one) => one !== field);
  found.filters.push(...windowOf(span).map((test) => ({ field, ...test })));
  return took(span, "filter", { found, worth: 0.5 });
}

/** Moments compare by their letters, so that a whole day ends before the next one. */
function windowOf({ relation, first, last }: DateSpan): Omit<Filter, "field">[] {
  const from = { is: "at_least", to: first } as const;
  const until = { is: "less", to: nextDay(last) } as const;
  if (relation === "by" || relation === "until") return [until];
  if (relation === "before") return [{ is: "less", to: first }];
  if (relation === "after") return [{ is: "at_least", to: nextDay(last) }];
  return relation === "from" ? [from] : [from, until];
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** What was done at a time is no state of a record. */
function isDeed(span: Span, { source }: Reading): boolean {
  return span.kind === "verb" && !asking.has(span.op) && (span.form === "past" || mentions(source, "past"));
}
