import type { Operation } from "../../language/words/operation.ts";
import { operationsOf } from "../../language/words/operations-of.ts";
import type { Reading } from "../../language/reading.ts";
import { mentions } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import { bySense, type Field, isPrice, type Kind, type Sense } from "./kinds.ts";
import type { Placement } from "./placement.ts";
import type { Computed, WantedPart } from "./question.ts";

/** What a verb does; "the average price" is made as by one. */
export function operationsIn(span: Span): readonly Operation[] {
  if (span.kind === "verb") return [span.op];
  return span.kind === "word" ? operationsOf(span.text).filter((op) => op === "average") : [];
}

/** A field that no record has, with a number that is computed. */
export function computedField(name: string, words: string, sense: Sense): Field {
  return { name, words, stems: [], about: [], sense, fields: [], values: [] };
}

/** "What is free": what there is without what is reserved. */
export function freeOf({ fields }: Kind, { cues, search, nouns, stock }: Placement): WantedPart | undefined {
  const computed = freePart(fields);
  if (!cues.has("free supply") || computed === undefined || search.length + nouns + (stock ? 1 : 0) === 0)
    return undefined;
  return { wanted: { do: "fields", fields: [computed.field] }, computed: [computed] };
}

/** What there is without what is reserved of it. */
export function freePart(fields: readonly Field[]): Computed | undefined {
  const [quantity, reserved] = [bySense(fields, "quantity"), bySense(fields, "reserved")];
  if (quantity === undefined || reserved === undefined) return undefined;
  return { field: computedField("free", "free", "free"), from: quantity, by: "minus", with: reserved };
}

/** "Enough for 20", and what 20 cost. */
export function neededOf({ fields }: Kind, words: readonly string[], found: Placement): WantedPart | undefined {
  const { needed } = found;
  const [quantity, money] = [bySense(fields, "quantity"), bySense(fields, "money")];
  if (needed === undefined || quantity === undefined || found.search.length === 0) return undefined;
  const asksMoney = found.fields.includes(money ?? quantity) || words.includes("much");
  if (money !== undefined && asksMoney && !found.cues.has("enough")) {
    const field = computedField("cost_of_all", `${money.words} × ${needed}`, "money");
    return {
      wanted: { do: "fields", fields: [money, field] },
      computed: [{ field, from: money, by: "times", with: needed }],
    };
  }
  const free = freePart(fields);
  if (found.cues.has("leaves") || found.supposed) {
    const left = computedField("left", "left", "quantity");
    const unreserved = computedField("left_free", "free", "free");
    return {
      wanted: { do: "fields", fields: free === undefined ? [left] : [left, unreserved] },
      computed: [
        { field: left, from: quantity, by: "minus", with: needed },
        ...(free === undefined
          ? []
          : [free, { field: unreserved, from: free.field, by: "minus" as const, with: needed }]),
      ],
    };
  }
  return {
    wanted: { do: "enough", field: free?.field ?? quantity, needed },
    computed: free === undefined ? [] : [free],
  };
}

type Asked = { words: readonly string[]; operations: readonly Operation[]; reading: Reading };

/** "How much is the stock worth": the price of one times how many there are. */
export function worthOf(
  { fields, rows, lines }: Kind,
  { words, operations, reading }: Asked,
  found: Placement,
): WantedPart | undefined {
  const [quantity, price] = [bySense(fields, "quantity"), fields.find(isPrice)];
  // "Which cost less than 20": the price only says which are meant.
  const isFilter = found.filters.some(({ field }) => field === price);
  if (quantity === undefined || price === undefined || isFilter) return undefined;
  // "How much is the paint on Q-1".
  const isLine = lines !== undefined && words.includes("much") && found.ids.length > 0 && found.fields.length === 0;
  if (rows === undefined && !isLine) return undefined;
  const isHeld = found.cues.has("held money") && !mentions(reading.source, "costs");
  const isWorth = isHeld || mentions(reading.source, "worth") || mentions(reading.source, "costs");
  const inCurrency = words.includes("much") && found.filters.some(({ field }) => field.sense === "currency");
  const sums = operations.includes("sum") && (isWorth || found.fields.includes(price));
  const isAll = reading.spans.some((span) => span.kind === "quantifier" && span.value === "all");
  const isStock = found.stock || mentions(reading.source, "supply") || found.nouns > 0 || isAll;
  if (!isLine && !inCurrency && !sums && !isHeld && !(isWorth && isStock)) return undefined;
  const field = computedField("worth", "value", "money");
  const isNarrowed = found.search.length > 0;
  found.score += 0.8;
  return {
    wanted: isNarrowed ? { do: "fields", fields: [quantity, price, field] } : { do: "sum", field },
    computed: [{ field, from: quantity, by: "times", with: price }],
  };
}
