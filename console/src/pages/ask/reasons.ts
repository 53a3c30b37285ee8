import type { ReasonView } from "../../../../src/contracts/api/explanation.ts";

/** A piece of the goal and the reasons that it is part of. */
export type Piece = { text: string; from: number; reasons: readonly ReasonView[] };

/** The goal cut at every place where a reason begins or ends. */
export function piecesOf(goal: string, reasons: readonly ReasonView[]): Piece[] {
  const known = reasons.filter(({ from, to }) => from < to && to <= goal.length);
  const cuts = [...new Set([0, goal.length, ...known.flatMap(({ from, to }) => [from, to])])].toSorted((a, b) => a - b);
  return cuts.slice(0, -1).map((from, at) => {
    const to = cuts[at + 1] ?? goal.length;
    return { text: goal.slice(from, to), from, reasons: known.filter((one) => one.from <= from && to <= one.to) };
  });
}

/** The words that led to each argument of a step, and to its tool (`""`), in the order they stand. */
export function wordsOf(goal: string, reasons: readonly ReasonView[], step: string): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { step_id, param, from, to } of reasons) {
    if (step_id !== step) continue;
    const key = param ?? "";
    words.set(key, [...(words.get(key) ?? []), goal.slice(from, to)]);
  }
  return words;
}
