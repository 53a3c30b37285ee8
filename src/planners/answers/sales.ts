import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Reading } from "../../language/reading.ts";
import { hasRole, mentions, rangesOf } from "../../language/words/roles.ts";
import { bySense, isPrice, type Kind } from "./kinds.ts";
import type { Placement } from "./placement.ts";
import type { Question } from "./question.ts";
import { searchesOf } from "./searches.ts";

/** Letters before a verb in which "dearer for us to" stands. */
const weighing = 24;

/** Verbs of a sale to a client: "who ordered", "we charge". What we buy ourselves is none. */
export const salesIn = memoizeByIdentity(({ source }: Reading): { from: number; to: number }[] => {
  const we = rangesOf(source, "we");
  const isOurs = ({ from, to }: { from: number; to: number }): boolean =>
    we.some((one) => one.to <= from) || hasRole(source.slice(from, to).toLowerCase(), "we do");
  // "Cheaper to buy" is what we pay.
  const isWeighed = ({ from }: { from: number }): boolean => {
    const before = source.slice(Math.max(0, from - weighing), from);
    return ["cheapest", "priciest"].some((role) => mentions(before, role)) && mentions(before, "to do");
  };
  return [
    ...rangesOf(source, "sells").filter((one) => isOurs(one)),
    ...rangesOf(source, "acquires").filter((one) => !isOurs(one) && !isWeighed(one)),
  ];
});

/** "Who ordered pumps", "bolts on Q-1", "quotes with bolts": of what is sold, or of what a record has. */
export function asksLines(found: Placement, reading: Reading): boolean {
  if (found.search.length === 0) return false;
  const holds = found.nouns > 0 && mentions(reading.source, "holds");
  if (holds) found.score += 0.5;
  const isLine = found.ids.length > 0 && searchesOf(found, reading).every(({ isName }) => isName);
  return holds || salesIn(reading).length > 0 || (isLine && opensWithAsking(found, reading));
}

/** The lines of sales that things stand in, where a price is asked for with more than the name of one thing. */
export function soldOf(
  kind: Kind,
  kinds: readonly Kind[],
  { wanted, search }: Pick<Question, "wanted" | "search">,
): Kind | undefined {
  const isAsked = wanted.do === "fields" && wanted.fields.length === 1 && wanted.fields.some(isPrice);
  if (!isAsked || search.length !== 1 || (search[0]?.words.length ?? 0) < 2) return undefined;
  const name = bySense(kind.fields, "name")?.name;
  return kinds.find(
    ({ rows, lines }) =>
      rows !== undefined && lines?.named?.kind === kind && lines.list.fields.some((one) => one.name === name),
  );
}

/** A question, or the name of a field in front: "the price of bolts on Q-1", not "book Q-1". */
function opensWithAsking({ used, fields }: Placement, { clauses, spans }: Reading): boolean {
  const first = spans.find(({ kind }) => kind !== "filler");
  const isField = used.some(({ span, as }) => span === first && as === "tool") && fields.length > 0;
  return clauses.some(({ act }) => act === "ask") || (isField && !hasRole(first?.text.toLowerCase() ?? "", "wanting"));
}
