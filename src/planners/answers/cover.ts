import type { Reading } from "../../language/reading.ts";
import { hasRole, rangesOf } from "../../language/roles.ts";
import type { Span } from "../../language/span.ts";
import type { Field, Kind } from "./kinds.ts";
import { placeAll } from "./place.ts";
import { emptyPlacement } from "./placement.ts";
import type { Question, Search } from "./question.ts";
import { searchesOf } from "./searches.ts";

/** "Do we have enough profile for quote Q-1": the lines of a record beside what is in stock of the same things. */
export type CoverQuestion = {
  record: Pick<Question, "kind" | "ids">;
  /** The list of lines in the record, the id that lines and stock share, and the figures that are compared. */
  list: Field;
  id: string;
  needed: Field;
  stock: Kind;
  there: Field;
  /** Words that narrow the stock. */
  search: readonly Search[];
  used: Question["used"];
};

export function coverOf(reading: Reading, kinds: readonly Kind[]): CoverQuestion | undefined {
  const asks = [...rangesOf(reading.source, "enough"), ...rangesOf(reading.source, "fulfils")];
  if (asks.length === 0) return undefined;
  for (const kind of kinds) {
    const list = kind.fields.find(({ sense }) => sense === "list");
    const covered = list === undefined ? undefined : stockFor(list, kinds);
    if (list === undefined || covered === undefined || kind.rows !== undefined) continue;
    const found = emptyPlacement();
    // Words that are not the record's name what is needed.
    const open = { ...kind, search: covered.stock.search, listsAll: false };
    const isStock = ({ from, to, text }: Span): boolean =>
      hasRole(text.toLowerCase(), "supply") || asks.some((one) => one.from <= from && to <= one.to);
    // The stock is known as it is now: the answer says that a time was not used.
    const said = reading.spans.filter((span) => !isStock(span) && span.kind !== "date" && span.kind !== "interval");
    const fits = placeAll(said, open, { reading, found, kinds });
    if (!fits || found.ids.length !== 1) continue;
    const used = [...found.used, ...reading.spans.filter(isStock).map((span) => ({ span, as: "filter" as const }))];
    return { record: { kind, ids: found.ids }, list, ...covered, search: searchesOf(found, reading), used };
  }
  return undefined;
}

/** The rows that tell how much there is of the things in a list of lines. */
function stockFor(
  list: Field,
  kinds: readonly Kind[],
): Pick<CoverQuestion, "id" | "needed" | "stock" | "there"> | undefined {
  const needed = quantityIn(list.fields);
  const id = list.fields.find(({ sense }) => sense === "id")?.name;
  if (needed === undefined || id === undefined) return undefined;
  for (const stock of kinds) {
    const there = quantityIn(stock.fields);
    if (stock.rows !== undefined && there !== undefined && stock.fields.some(({ name }) => name === id))
      return { id, needed, stock, there };
  }
  return undefined;
}

function quantityIn(fields: readonly Field[]): Field | undefined {
  return fields.find(({ sense }) => sense === "quantity");
}
