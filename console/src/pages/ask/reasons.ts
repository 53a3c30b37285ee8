import type { ReasonView } from "../../../../src/contracts/api/explanation.ts";

/** A part of the goal with the reasons that refer to it. */
type TextPiece = { text: string; from: number; reasons: readonly ReasonView[] };

/** Splits the goal at every start and end of a reason or a marked range. */
export function piecesOf(
  goal: string,
  reasons: readonly ReasonView[],
  marked: readonly { from: number; to: number }[] = [],
): TextPiece[] {
  const known = reasons.filter(({ from, to }) => from < to && to <= goal.length);
  const cuts = [...new Set([0, goal.length, ...[...known, ...marked].flatMap(({ from, to }) => [from, to])])].toSorted(
    (a, b) => a - b,
  );
  return cuts.slice(0, -1).map((from, at) => {
    const to = cuts[at + 1] ?? goal.length;
    return { text: goal.slice(from, to), from, reasons: known.filter((one) => one.from <= from && to <= one.to) };
  });
}

/** The words behind each argument of a step and behind its tool (`""`); adjacent words are joined. */
export function wordsOf(goal: string, reasons: readonly ReasonView[], step: string): Map<string, string[]> {
  const words = new Map<string, string[]>();
  const ends = new Map<string, number>();
  for (const { step_id, param, from, to } of reasons.toSorted((a, b) => a.from - b.from)) {
    if (step_id !== step) continue;
    const key = param ?? "";
    const list = words.get(key) ?? [];
    const gap = goal.slice(ends.get(key) ?? from, from);
    const isNext = list.length > 0 && gap.trim() === "";
    words.set(
      key,
      isNext
        ? [...list.slice(0, -1), `${list.at(-1) ?? ""}${gap}${goal.slice(from, to)}`]
        : [...list, goal.slice(from, to)],
    );
    ends.set(key, to);
  }
  return words;
}
