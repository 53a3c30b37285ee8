import type { Reading } from "../../../language/reading.ts";

const sequence =
  /^(?:firstly|secondly|thirdly|fourthly|fifthly|lastly|finally|next|afterwards?|additionally|moreover|furthermore|meanwhile|also|besides|later|separately|наконец|также|затем|потом|ещё|еще|далее|во-первых|во-вторых|в-третьих)$/;
const ordinals = /^(?:first|second|third|fourth|fifth|last)$/;

/** Number of the enumerated item each start belongs to: "First, …. It is …. Second, …" has items 1, 1, 2. */
export function itemsOf(reading: Reading, starts: readonly number[]): Map<number, number> {
  let item = 0;
  return new Map(starts.map((from) => [from, (item += opensItem(reading, from) ? 1 : 0)]));
}

/** A word of order at the start of a clause; "the second car" and "first class" tell of things, not of the order of requests. */
function opensItem({ tokens }: Reading, from: number): boolean {
  const at = /^(?:and|but|и|а)$/.test(tokens[from]?.lower ?? "") ? from + 1 : from;
  const [word = "", next = "", third = ""] = [0, 1, 2].map((i) => tokens[at + i]?.lower);
  if (sequence.test(word)) return true;
  if (ordinals.test(word)) return next === "," || /^(?:i|i'm|i'd|i've|you|we|can|could|please)$/.test(next);
  if (word === "after" || word === "besides" || word === "после") return /^(?:that|this|which|этого)$/.test(next);
  return word === "in" && next === "addition"
    ? true
    : word === "кроме" && next === "того"
      ? true
      : /^(?:for|the)$/.test(word) && ordinals.test(next) && third === ",";
}
