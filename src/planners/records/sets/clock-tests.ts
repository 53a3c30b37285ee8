import { languages } from "../../../language/languages.ts";
import type { PackRecord } from "../../packs/records.ts";
import type { ReadingContext } from "../requests/context.ts";
import type { ItemOf } from "../items/item.ts";
import type { Test } from "../requests/request.ts";

/** "After 11", "in the afternoon": hours of the day, where the kind has a moment. */
export function clockTests(
  item: ItemOf<"time" | "date">,
  { record, context }: { record: PackRecord; context: ReadingContext },
): Test[] | undefined {
  const field = record.when;
  if (field === undefined || record.fields[field]?.type !== "moment") return undefined;
  const { span } = item;
  if (span.time === undefined && span.part === undefined) return [];
  const at = span.time === undefined ? 0 : minutesOf(span.time);
  const { tokens } = context.reading;
  const edges = tokens
    .slice(Math.max(0, item.start - 1), item.end)
    .flatMap(({ lang, lower }) => languages[lang].lexicon.concepts(lower));
  if (edges.includes("rel.before")) return [{ field, op: "clock", high: at - 1 }];
  if (edges.includes("rel.after") || edges.includes("rel.from")) return [{ field, op: "clock", low: at }];
  const [low, high] = span.part === undefined ? [at, at] : partHours[span.part];
  return [{ field, op: "clock", low, high: span.until === undefined ? high : minutesOf(span.until) }];
}

const partHours = { morning: [0, 719], afternoon: [720, 1079], evening: [1080, 1439], night: [1080, 1439] } as const;

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}
