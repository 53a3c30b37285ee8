import type { Scored } from "../fill/scored.ts";
import type { Sheet } from "../fill/sheet.ts";
import { isOneMore } from "../segment/clauses.ts";
import { coverage, type Draft, type Drafter } from "./draft.ts";

/**
 * Two calls of one tool, one behind the other, are one call where that call has a place for every value of both: the
 * second sentence only told more about the first.
 */
export function absorb(sheet: Sheet, drafts: readonly Draft[], drafter: Drafter): Draft[] {
  const kept: Draft[] = [];
  for (const draft of drafts) {
    const previous = kept.at(-1);
    const merged =
      previous?.tool === draft.tool && tellsMore(sheet, previous, draft)
        ? mergeOf(previous, draft, drafter)
        : undefined;
    if (merged === undefined) kept.push(draft);
    else kept.splice(-1, 1, merged);
  }
  return kept;
}

/** It cannot stand alone, does not ask for one more, or is not built like the call before. */
function tellsMore(sheet: Sheet, previous: Draft, draft: Draft): boolean {
  const parallel = [...draft.fill.chosen].every(([i, scored]) => previous.fill.chosen.get(i)?.kind === scored.kind);
  return coverage(draft.fill) < 1 || !parallel || !isOneMore(sheet.reading, draft.range);
}

function mergeOf(previous: Draft, draft: Draft, drafter: Drafter): Draft | undefined {
  const own = literals(draft).filter((scored) => inside(scored, draft));
  if (own.length === 0) return undefined;
  const merged = drafter.draft(draft.tool, { from: previous.range.from, to: draft.range.to });
  const placed = literals(merged);
  const wanted = [...literals(previous), ...own];
  return wanted.every((scored) => placed.some((other) => other.start <= scored.start && scored.end <= other.end))
    ? merged
    : undefined;
}

/** Values that were said as such; phrases and flags are too weak to count. */
function literals(draft: Draft): Scored[] {
  return [...draft.fill.chosen.values()].filter(
    ({ kind, start }) => kind !== "flag" && kind !== "phrase" && start >= 0,
  );
}

function inside(scored: Scored, draft: Draft): boolean {
  return scored.start >= draft.range.from && scored.end <= draft.range.to;
}
