import type { PackField, PackRecord } from "../../packs/records.ts";
import { isItem, type ItemOf } from "../items/item.ts";
import type { Part } from "../sets/roles.ts";
import type { Json } from "../../../plan/json.ts";
import type { ReadingContext } from "./context.ts";
import type { Change, Doubt, Value } from "./request.ts";

/** "Raise by 200", «на 10 %»: an amount with a verb of raising or lowering that is not what it becomes. */
export function addedAmount(
  { start, span, text }: ItemOf<"number">,
  { parts, record }: { parts: readonly Part[]; record: PackRecord },
): Change | undefined {
  const verb = parts.find(({ item, role }) => role === "operation" && item.is === "verb")?.item;
  const before = parts.findLast(({ item }) => item.end <= start && item.is !== "filler")?.item;
  const isGoal = isItem(before, "compare") || (isItem(before, "prep") && before.role === "goal");
  const field = Object.entries(record.fields).find(([, { type }]) => type === "number")?.[0];
  if (!isItem(verb, "verb") || !/^(?:increase|decrease)$/.test(verb.op) || isGoal || field === undefined)
    return undefined;
  if (span.max !== undefined || span.approximate === true) return undefined;
  const by = (span.scaled ?? span.value) * (verb.op === "decrease" ? -1 : 1);
  return { field, value: { is: "added", by, percent: span.percent === true, said: text } };
}

/** A range, "about", "9500 pounds" where the amount is money, and digits whose comma parts thousands or a fraction. */
export function isOpenAmount({ text, span }: ItemOf<"number">, field: PackField | undefined): boolean {
  const { unit, currency, scaled, max, approximate, value } = span;
  const isMeasured = unit !== undefined && currency === undefined && scaled === undefined;
  const isAmbiguous = /^\p{Sc}?\d{1,3},\d{3}$/u.test(text) && value < 1000;
  return max !== undefined || approximate === true || isAmbiguous || (isMeasured && field?.currency !== undefined);
}

/** "600" for an amount of 550 000: in thousands, or as it stands. */
export function scaledAmount(
  known: Json | Doubt | undefined,
  value: Value,
  { before, context }: { before: Json | undefined; context: ReadingContext },
): Json | Doubt | undefined {
  const isBare = value.is === "json" && /^\d{1,3}(?:[.,]\d+)?$/.test(value.shown);
  if (!isBare || typeof known !== "number" || typeof before !== "number") return known;
  if (known >= 1000 || before < 10_000 || known * 100 > before) return known;
  const answer = context.answers["meant:scale"];
  if (answer === undefined) return { doubt: "meant", of: "scale", said: value.shown };
  return answer === "thousands" ? Math.round(known * 1000) : known;
}
