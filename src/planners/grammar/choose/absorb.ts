import type { ScoredValue } from "../fill/scored.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { Draft, Drafter } from "./draft.ts";

/**
 * Two calls of one tool, one behind the other, are one call where that call has a place for every value of both: the
 * second sentence only told more about the first.
 */
export function absorb(sheet: Sheet, drafts: readonly Draft[], drafter: Drafter): Draft[] {
  const kept: Draft[] = [];
  for (const draft of drafts) {
    const previous = kept.at(-1);
    const merged =
      previous?.tool === draft.tool && draft.replaced === undefined
        ? mergeOf(sheet, previous, { draft, drafter })
        : undefined;
    if (merged === undefined) kept.push(draft);
    else kept.splice(-1, 1, merged);
  }
  return kept;
}

function mergeOf(
  sheet: Sheet,
  previous: Draft,
  { draft, drafter }: { draft: Draft; drafter: Drafter },
): Draft | undefined {
  const own = literals(sheet, draft);
  if (own.length === 0) return undefined;
  const merged = drafter.draft(draft.tool, { from: previous.range.from, to: draft.range.to });
  const placed = literals(sheet, merged);
  const wanted = [...literals(sheet, previous), ...own];
  const placeOf = (scored: ScoredValue): ScoredValue | undefined =>
    placed.find((other) => other.start <= scored.start && scored.end <= other.end);
  if (!wanted.every((scored) => placeOf(scored) !== undefined)) return undefined;
  // A value that sits better elsewhere in the same call was not meant for a second one.
  const better = wanted.every((scored) => (placeOf(scored)?.score ?? 0) >= scored.score - 0.05);
  return better ? merged : undefined;
}

/** Values that were said as such; phrases, flags and numbers in words are too weak to count. */
function literals(sheet: Sheet, draft: Draft): ScoredValue[] {
  return [...draft.fill.chosen.values()].filter(
    ({ kind, start, candidate }) =>
      kind !== "flag" &&
      kind !== "phrase" &&
      start >= 0 &&
      (kind !== "number" || candidate === undefined || sheet.literals.includes(candidate)),
  );
}
