import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions, rangesOf } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import { cuesOf } from "./cues.ts";
import { bySense, type Field, type Kind } from "./kinds.ts";
import { placeAll } from "./place.ts";
import { emptyPlacement } from "./placement.ts";
import type { Question, Search } from "./question.ts";
import { searchesOf } from "./searches.ts";

/** Whether there is enough, what would be left, or what is earned. */
type CoverMode = "enough" | "leaves" | "margin";

/** "Do we have enough profile for quote Q-1": the lines of a record beside what is in stock of the same things. */
export type CoverQuestion = {
  /** Lines of a record by its id, or of all of a list where `search` says which. */
  record: Pick<Question, "kind" | "ids">;
  mode: CoverMode;
  /** Without what is reserved. */
  reserved: Field | undefined;
  /** The figures of lines and stock that are compared. */
  needed: Field;
  there: Field;
  /** "For each customer": the field whose values are told apart. */
  by: Field | undefined;
  /** Words that narrow the lines. */
  search: readonly Search[];
  used: Question["used"];
};

const modes: readonly (readonly [CoverMode, readonly string[]])[] = [
  ["margin", ["margin"]],
  ["leaves", ["leaves"]],
  ["enough", ["enough", "fulfils"]],
];

export function coverOf(reading: Reading, kinds: readonly Kind[]): CoverQuestion | undefined {
  const { source } = reading;
  const [mode, roles] = modes.find(([, names]) => names.some((role) => mentions(source, role))) ?? [];
  if (mode === undefined || roles === undefined) return undefined;
  const free = cuesOf(reading).filter(({ cue }) => cue === "free supply");
  const asks = [...free, ...[...roles, "supply", "fulfils"].flatMap((role) => rangesOf(source, role))];
  const isAsked = ({ from, to, text, kind, clause }: Span): boolean =>
    asks.some((one) => one.from <= from && to <= one.to) ||
    hasRole(text.toLowerCase(), "anything") ||
    // The stock is known as it is now: the answer says that a time was not used.
    kind === "date" ||
    kind === "interval" ||
    (mode === "margin" && (reading.clauses[clause]?.role === "if" || hasRole(text.toLowerCase(), "asks money")));
  const said = reading.spans.filter((span) => !isAsked(span));
  // "The order point" is no order.
  const levels = cuesOf(reading).filter(({ cue }) => cue === "reorder level");
  const isDocument = rangesOf(source, "document").some(
    ({ from, to }) => !levels.some((one) => one.from <= from && to <= one.to),
  );
  for (const kind of kinds) {
    const { list, named } = kind.lines ?? {};
    const sense = mode === "margin" ? "money" : "quantity";
    const [needed, there] = [bySense(list?.fields ?? [], sense), bySense(named?.kind.fields ?? [], sense)];
    const isOpen = kind.rows === undefined || (kind.listsAll && (isDocument || mode === "margin"));
    if (list === undefined || named === undefined || needed === undefined || there === undefined || !isOpen) continue;
    const found = emptyPlacement();
    // Words that are not the record's name what is needed.
    const { lines: _, ...record } = kind;
    const open = { ...record, search: named.kind.search, listsAll: kind.rows !== undefined };
    const own = kind.rows === undefined ? said : said.filter(({ text }) => !hasRole(text.toLowerCase(), "document"));
    if (!placeAll(own, open, { reading, found, kinds })) continue;
    const isAll = mode === "margin" && (isDocument || found.by !== undefined);
    if (kind.rows === undefined ? found.ids.length !== 1 : found.search.length === 0 && !isAll) continue;
    const taken = reading.spans.filter((span) => isAsked(span) && span.kind !== "date" && span.kind !== "interval");
    const used = [...found.used, ...taken.map((span) => ({ span, as: "filter" as const }))];
    const reserved = free.length > 0 ? bySense(named.kind.fields, "reserved") : undefined;
    return {
      record: { kind, ids: found.ids },
      mode,
      reserved,
      needed,
      there,
      by: found.by,
      search: searchesOf(found, reading),
      used,
    };
  }
  return undefined;
}
