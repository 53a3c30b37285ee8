import type { Reading } from "../../../language/reading.ts";
import { hasRole } from "../../../language/roles.ts";

/** Number of the enumerated item each start belongs to: "First, …. It is …. Second, …" has items 1, 1, 2. */
export function itemsOf(reading: Reading, starts: readonly number[]): Map<number, number> {
  let item = 0;
  return new Map(starts.map((from) => [from, (item += opensItem(reading, from) ? 1 : 0)]));
}

/** A word of order at the start of a clause; "the second car" and "first class" tell of things, not of the order of requests. */
function opensItem({ tokens }: Reading, from: number): boolean {
  const at = hasRole(tokens[from]?.lower ?? "", "opens item") ? from + 1 : from;
  const [word = "", next = "", third = ""] = [0, 1, 2].map((i) => tokens[at + i]?.lower);
  if (hasRole(word, "sequence")) return true;
  if (hasRole(word, "ordinal")) return next === "," || hasRole(next, "speaker opens");
  if (hasRole(word, "after this")) return hasRole(next, "this");
  return word === "in" && next === "addition"
    ? true
    : word === "кроме" && next === "того"
      ? true
      : hasRole(word, "place ordinal") && hasRole(next, "ordinal") && third === ",";
}
