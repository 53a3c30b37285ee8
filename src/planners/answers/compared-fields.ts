import type { Reading } from "../../language/reading.ts";
import { mentions, rangesOf } from "../../language/words/roles.ts";
import type { Span } from "../../language/spans/span.ts";
import { isNumber } from "./asked-fields.ts";
import { freePart } from "./computed.ts";
import { cuesAt, cuesOf } from "./cues.ts";
import { bySense, type Field, type Kind } from "./kinds.ts";
import { placeWord } from "./place-word.ts";
import { emptyPlacement, type Placement } from "./placement.ts";
import type { Filter, WantedPart } from "./question.ts";

/** How two figures of a record may compare, in the order in which the words are looked for. */
const relations = ["as many", "less", "more"] as const;

/**
 * "Less on hand than reserved", "exactly as many free as the reorder point": a test of two figures of the same record.
 * Undefined where the text compares no two of them, and false where it compares what the records do not have.
 */
export function comparedFields(
  kind: Kind,
  reading: Reading,
  found: Placement,
): (WantedPart & { filter: Filter }) | false | undefined {
  const { source, spans } = reading;
  if (kind.rows === undefined || found.search.length + found.ids.length > 0) return undefined;
  if (spans.some((span) => span.kind === "number")) return undefined;
  const ranges = relations.flatMap((relation) => rangesOf(source, relation).map(({ from }) => ({ relation, from })));
  const figures = figuresIn(kind, reading);
  const [first, second, ...others] = figures;
  const pair = second === undefined ? undefined : ranges.find(({ from }) => from < second.from);
  if (first === undefined || second === undefined || others.length > 0 || pair === undefined) {
    // "More bolts than valves" is no test of two figures, but must not list everything.
    return ranges.length > 0 && figures.length > 0 && mentions(source, "compared to") ? false : undefined;
  }
  const [field, other] = pair.relation === "more" ? [second.field, first.field] : [first.field, second.field];
  const is = pair.relation === "as many" ? "equal_field" : "less_than_field";
  const free = freePart(kind.fields);
  const isFree = free !== undefined && figures.some((one) => one.field.name === free.field.name);
  return {
    wanted: { do: "fields", fields: [first.field, second.field] },
    filter: { field, is, to: `/${other.name}` },
    ...(isFree && { computed: [free] }),
  };
}

type Figure = { field: Field; from: number };

/** The figures that a text names, each where it does first. */
function figuresIn(kind: Kind, reading: Reading): Figure[] {
  const figures: Figure[] = [];
  for (const span of reading.spans) {
    const field = figureAt(span, kind, reading);
    if (field !== undefined && figures.every((one) => one.field.name !== field.name))
      figures.push({ field, from: span.from });
  }
  return figures;
}

function figureAt(span: Span, kind: Kind, reading: Reading): Field | undefined {
  const cues = cuesAt(cuesOf(reading), span);
  if (cues.includes("reorder level")) return bySense(kind.fields, "threshold");
  if (cues.includes("free supply")) return freePart(kind.fields)?.field;
  if (!/^(?:word|unknown|verb|comparator)$/.test(span.kind)) return undefined;
  const own = emptyPlacement();
  placeWord(span, kind, { reading, found: own, kinds: [] });
  return own.stock
    ? bySense(kind.fields, "quantity")
    : own.fields.find((field) => isNumber(field) && field.sense !== "money");
}
