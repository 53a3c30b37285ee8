import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions } from "../../language/words/roles.ts";
import { cuesAt, cuesOf } from "./cues.ts";
import { bySense, type Field, isPrice, type Kind, type Sense } from "./kinds.ts";
import { isEnd, isMost } from "./place.ts";
import type { Placement } from "./placement.ts";
import { fieldsOf, isNumber, isOtherQuestion } from "./asked-fields.ts";
import type { Projection } from "./question.ts";

/** "The biggest", "the top three", "which one is bigger"; the first three in their own order where no number is named. */
export function endOf(kind: Kind, reading: Reading, found: Placement): Projection | undefined {
  const { fields } = found;
  const levels = found.cues.has("reorder level") ? cuesOf(reading) : [];
  const span = reading.spans.find((one) => isEnd(one) && cuesAt(levels, one).length === 0);
  if (span === undefined) return undefined;
  const priced = mentions(span.text, "cheapest") || mentions(span.text, "priciest");
  const number = ({ sense }: Field): boolean => sense === "money" || (sense === "quantity" && !priced);
  const compares = span.kind === "comparator" || isMost(span);
  const had = isUnnamed(found) && mentions(reading.source, "having") ? bySense(kind.fields, "quantity") : undefined;
  const field = fields.find(isNumber) ?? had ?? (compares ? kind.fields.find(number) : undefined);
  if (field === undefined && compares) return undefined;
  const ascending =
    (span.kind === "comparator" && span.value === "least") ||
    (span.kind === "quantifier" && (span.value === "last" || mentions(span.text, "lowest")));
  const two = reading.spans.some((one) => one.kind === "quantifier" && one.value === "both");
  const own = span.kind === "quantifier" ? span.count : two ? 2 : undefined;
  const said = reading.spans.find((one) => one.kind === "number" && one.ordinal !== true);
  const count = own ?? (said?.kind === "number" ? said.value : undefined);
  if (!compares && count === undefined) return undefined;
  const next = reading.spans[reading.spans.indexOf(span) + 1];
  const isOrder = compares && hasRole(next?.text.toLowerCase() ?? "", "first of");
  const direction = ascending ? "ascending" : "descending";
  if (priced && field !== undefined && isPrice(field)) found.score += 0.5;
  // "What do we have most of": of what there is a quantity; "which is cheaper, paint or glue": both, in that order.
  const isEach = found.breaks.length > 0 && count === undefined;
  if (had !== undefined || isEach) found.score += 1;
  const words = reading.spans.flatMap((one) =>
    one.kind === "question" && isOtherQuestion(one.asks) ? [one.asks] : [],
  );
  const told = words.length === 0 ? undefined : fieldsOf(kind, { asks: words, supply: false }, found)?.wanted;
  const others = told?.do === "fields" ? told.fields : fields;
  return { do: "first", field, direction, count: isOrder || isEach ? undefined : (count ?? 1), others };
}

/** "Which is cheaper": both in that order. */
export function comparisonOf(kind: Kind, reading: Reading, found: Placement): Projection | undefined {
  const { fields, compared } = found;
  const span = reading.spans.find(({ kind: of }) => of === "comparator");
  if (compared === undefined || span === undefined) return undefined;
  const priced = mentions(span.text, "cheapest") || mentions(span.text, "priciest");
  const senses: readonly Sense[] = priced ? ["money"] : ["quantity", "money"];
  const named = fields.find(({ sense }) => sense === "money" || sense === "quantity");
  const field = named ?? senses.map((sense) => bySense(kind.fields, sense)).find((one) => one !== undefined);
  if (field === undefined || found.search.length === 0) return undefined;
  found.score += 1;
  return { do: "first", field, direction: compared, count: undefined, others: [] };
}

/** Nothing says which records are meant. */
function isUnnamed({ nouns, search, ids, fields, filters, choices, stock }: Placement): boolean {
  return nouns + search.length + ids.length + fields.length + filters.length + choices.length === 0 && !stock;
}
