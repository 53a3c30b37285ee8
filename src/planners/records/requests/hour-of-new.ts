import type { PackRecord } from "../../packs/records.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Change } from "./request.ts";

/** "Me tomorrow at 10": whom and when to remind, before what to do. */
export function reminderLead(
  body: readonly Item[],
  taken: ReadonlySet<Item>,
  { reading }: ReadingContext,
): readonly Item[] {
  const isSpeaker = ({ start }: Item): boolean =>
    reading.spans.some((span) => span.start === start && span.kind === "pronoun" && span.of === "speaker");
  const isWhen = (item: Item | undefined, at: number): boolean =>
    (item !== undefined && /^(?:date|time|duration)$/.test(item.is)) ||
    (item?.is === "number" && hasPrep(body, at) && body[at + 1]?.is === "verb");
  const end = body.findIndex(
    (item, at) =>
      !taken.has(item) &&
      !(at === 0 && isSpeaker(item)) &&
      !isWhen(item, at) &&
      !(item.is === "prep" && isWhen(body[at + 1], at + 1)),
  );
  return end < 0 ? [] : body.slice(0, end);
}

/** The hour as a clock shows it: "tomorrow" would mean another day once somebody reads it. */
export function hourOf(items: readonly Item[]): string {
  return items
    .flatMap((item, at): string[] => {
      if (isItem(item, "date") || isItem(item, "time")) return [item.span.time ?? item.text];
      if (item.is === "number") return [`${items[at - 1]?.text ?? ""} ${item.text}`];
      return item.is === "duration" ? [item.text] : [];
    })
    .join(" ");
}

/** Hours that were taken and that the field of a day cannot hold. */
export function dayHours(taken: readonly Item[], record: PackRecord): Item[] {
  const isMoment = record.fields[record.when ?? ""]?.type === "moment";
  return taken.filter(
    (item) => !isMoment && (isItem(item, "date") || isItem(item, "time")) && item.span.time !== undefined,
  );
}

/** An hour that no field of the record holds stands in its text, or else behind its name. */
export function withHour(named: Change[], hour: string, record: PackRecord): Change[] {
  const [name] = named;
  if (hour === "" || name?.value.is !== "json") return named;
  const json = (field: string, value: string): Change => ({ field, value: { is: "json", value, shown: value } });
  if (record.body === undefined || !isWritable(record.body, record))
    return [json(name.field, `${name.value.shown} (${hour})`), ...named.slice(1)];
  return named.length > 1 ? named : [name, json(record.body, hour)];
}

/** An hour stands in the record's time, or in its text. */
export function holdsHour(record: PackRecord): boolean {
  const isBodied = record.body !== undefined && isWritable(record.body, record);
  return isBodied || record.fields[record.when ?? ""]?.type === "moment";
}

/** A field that creating can write. */
export function isWritable(field: string, { create }: PackRecord): boolean {
  return JSON.stringify(create?.args ?? {}).includes(`{${field}}`);
}

export function hasPrep(items: readonly Item[], at: number): boolean {
  return items.slice(0, at).findLast(({ is }) => is !== "filler")?.is === "prep";
}

/** "A task before it": when it is depends on something else. */
export function isBeside(head: readonly Item[]): boolean {
  return head.some((item, at) => {
    const before = head[at - 1];
    return item.is === "pronoun" && isItem(before, "prep") && before.role === "time";
  });
}
