import type { Range } from "../fill/assign.ts";
import type { Draft, Drafter } from "./draft.ts";

/** Lets each call also read the uncovered parts behind it, and the first one those before it. */
export function widen(drafts: readonly Draft[], uncovered: readonly Range[], drafter: Drafter): Draft[] {
  return drafts.map((draft, at) => {
    const next = drafts[at + 1];
    const until = next?.range.from ?? Number.POSITIVE_INFINITY;
    const behind = uncovered.filter((range) => range.from >= draft.range.to && range.to <= until);
    const to = Math.max(draft.range.to, ...behind.map((range) => range.to));
    if (to === draft.range.to) return draft;
    const wide = drafter.draft(draft.tool, { from: draft.range.from, to });
    return keeps(draft, wide) ? wide : draft;
  });
}

/** Nothing that was found before is lost. */
function keeps(draft: Draft, wide: Draft): boolean {
  return [...draft.fill.chosen].every(
    ([param, scored]) =>
      wide.fill.chosen.get(param)?.value === scored.value ||
      JSON.stringify(wide.fill.chosen.get(param)?.value) === JSON.stringify(scored.value),
  );
}
