import { changeOf, currencyOf, endChange } from "../requests/build-change.ts";
import type { ReadingContext } from "../requests/context.ts";
import { isShift } from "../items/adjust-items.ts";
import { isItem, type Item, type ItemOf } from "../items/item.ts";
import { shiftedValue } from "../requests/moments.ts";
import { type Change, isDoubt, type Request, type Value } from "../requests/request.ts";

/** Other values of the same fields, or values of fields that were not said before. */
export function revalued(
  last: Request,
  { items, context }: { items: readonly Item[]; context: ReadingContext },
): Request[] | undefined {
  if (last.do !== "change" && last.do !== "create") return undefined;
  const kind = last.do === "create" ? last.kind : last.set.kind;
  const record = context.world.pack.records[kind];
  if (record === undefined) return undefined;
  const changes = new Map(last.changes.map((change) => [change.field, change]));
  let near: string | undefined;
  for (const item of items) {
    if (isItem(item, "field")) near = item.senses.find((sense) => sense.kind === kind)?.field ?? near;
    const hour = isItem(item, "time") || isItem(item, "date") ? item.span.time : undefined;
    // A field that holds a day has no place for the hour: it stands in the text of something new, or is asked about.
    if (hour !== undefined && record.fields[record.when ?? ""]?.type === "date") {
      if (last.do !== "create" || record.body === undefined) return undefined;
      changes.set(record.body, { field: record.body, value: { is: "json", value: hour, shown: hour } });
      if (isItem(item, "time")) continue;
    }
    if (isItem(item, "time")) {
      const day = [...changes.values()].find(({ value }) => value.is === "day");
      if (day?.value.is !== "day" || record.fields[day.field]?.type !== "moment") return undefined;
      changes.set(day.field, { ...day, value: { ...day.value, time: item.span.time } });
    }
    if (!/^(?:option|person|date|number|duration|contact|quoted)$/.test(item.is)) continue;
    // "Ann's one": whose it is and a word for it are no values.
    if (isItem(item, "person") && item.form === "possessive") return undefined;
    if (isItem(item, "number") && !/\d/.test(item.text) && item.span.ordinal !== true && item.span.value < 10)
      return undefined;
    const day = isItem(item, "number") ? dayNamed(item, changes) : undefined;
    if (day !== undefined) {
      changes.set(day.field, day);
      continue;
    }
    const length = last.do === "create" && isItem(item, "duration") ? endChange(item, record) : undefined;
    const change = length ?? changeOf(item, { place: { parts: [], kind, record }, near, context });
    if (change === undefined || isDoubt(change)) return undefined;
    const sum = combined(changes.get(change.field), change, context);
    if (sum === undefined) return undefined;
    const { value } = likeBefore(sum, changes.get(change.field));
    const isDay = record.fields[change.field]?.type === "date";
    changes.set(change.field, { ...change, value: isDay ? withoutHour(value) : value });
    for (const money of currencyOf([item], { field: change.field, record })) changes.set(money.field, money);
  }
  const missing = last.missing.filter((field) => !changes.has(field));
  return [{ ...last, changes: [...changes.values()], missing }];
}

/**
 * "Two days later" counts from the day that was said before, and "January" is the same day of that month; undefined where it cannot
 * be told what it counts from.
 */
export function combined(before: Change | undefined, change: Change, { reading }: ReadingContext): Change | undefined {
  const { value } = change;
  if (value.is === "day" && value.isMonth === true && before?.value.is === "day") {
    const [month, last] = [value.day.slice(0, 8), Number(before.value.day.slice(8))];
    const days = Array.from({ length: last }, (_, at) => `${month}${String(last - at).padStart(2, "0")}`);
    return { ...change, value: { ...before.value, day: days.find(isDay) ?? value.day, said: value.said } };
  }
  // "On Thursday" instead of Friday at noon: at noon too.
  if (value.is === "day" && value.time === undefined && before?.value.is === "day" && before.value.time !== undefined)
    return { ...change, value: { ...value, time: before.value.time } };
  const isFurther = reading.tokens.some(({ lower }) => isShift(lower));
  if (value.is !== "shift" || before === undefined) return change;
  if (before.value.is === "shift") {
    const [was, now] = [inDays(before.value), inDays(value)];
    if (!isFurther) return change;
    return was.unit === now.unit ? { ...change, value: { ...now, count: was.count + now.count } } : undefined;
  }
  if (before.value.is !== "day" || !isFurther) return undefined;
  const day = shiftedValue(before.value.day, value, "date");
  return day === undefined ? undefined : { ...change, value: { ...before.value, day } };
}

type Shift = Extract<Value, { is: "shift" }>;

function inDays(shift: Shift): Shift {
  return shift.unit === "week" ? { ...shift, unit: "day", count: shift.count * 7 } : shift;
}

/** "No, on the sixth": another day of the month that was said before. */
function dayNamed({ span, text }: ItemOf<"number">, changes: ReadonlyMap<string, Change>): Change | undefined {
  const said = [...changes.values()].find(({ value }) => value.is === "day");
  if (span.ordinal !== true || said?.value.is !== "day") return undefined;
  const day = `${said.value.day.slice(0, 8)}${String(span.value).padStart(2, "0")}`;
  return isDay(day) ? { ...said, value: { ...said.value, day, said: text } } : undefined;
}

function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day;
}

function withoutHour(value: Value): Value {
  if (value.is !== "day") return value;
  const { time: _, ...day } = value;
  return day;
}

/** "850" after "900 тысяч" is in thousands too, "1.2" after "1 million" in millions: the scale that brings them closest. */
function likeBefore(change: Change, before: Change | undefined): Change {
  if (change.value.is !== "json" || before?.value.is !== "json") return change;
  const [now, was] = [change.value.value, before.value.value];
  if (typeof now !== "number" || typeof was !== "number" || now >= 1000 || was < 10_000) return change;
  const distance = (scale: number): number => Math.abs(Math.log((now * scale) / was));
  const scale = [1000, 1_000_000].toSorted((a, b) => distance(a) - distance(b))[0] ?? 1;
  return { ...change, value: { ...change.value, value: Math.round(now * scale) } };
}
