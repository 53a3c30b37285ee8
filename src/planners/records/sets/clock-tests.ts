import { languages } from "../../../language/languages.ts";
import type { PackRecord } from "../../packs/records.ts";
import type { ReadingContext } from "../requests/context.ts";
import type { ItemOf } from "../items/item.ts";
import type { Test } from "../requests/request.ts";
import { minutesOf } from "./free-time.ts";

/** "After 11", "in the afternoon": hours of the day, where the kind has a moment. */
export function clockTests(
  item: ItemOf<"time" | "date">,
  { record, context }: { record: PackRecord; context: ReadingContext },
): Test[] | undefined {
  const field = record.when;
  if (field === undefined || record.fields[field]?.type !== "moment") return undefined;
  const { span } = item;
  if (span.time === undefined && span.part === undefined) return [];
  const { tokens } = context.reading;
  const edges = tokens
    .slice(Math.max(0, item.start - 1), item.end)
    .flatMap(({ lang, lower }) => languages[lang].lexicon.concepts(lower));
  const at = minutesOf(span.time ?? "00:00");
  const [low, last] = span.part === undefined ? [at, at] : partHours[span.part];
  if (edges.includes("rel.before")) return [{ field, op: "clock", high: low - 1 }];
  // The preposition of "after lunch" belongs to the part of the day.
  const isOpen = span.part === undefined && (edges.includes("rel.after") || edges.includes("rel.from"));
  if (isOpen) return [{ field, op: "clock", low }];
  return [{ field, op: "clock", low, high: span.until === undefined ? last : minutesOf(span.until) }];
}

const partHours = { morning: [0, 719], afternoon: [720, 1079], evening: [1080, 1439], night: [1080, 1439] } as const;
