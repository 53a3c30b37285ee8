import type { Range } from "../fill/assign.ts";
import type { Draft, Drafter } from "./draft.ts";

/** Lets each call also read the uncovered parts behind it, and the first one those before it. */
export function widen(drafts: readonly Draft[], uncovered: readonly Range[], drafter: Drafter): Draft[] {
  return drafts.map((draft, at) => {
    const next = drafts[at + 1];
    const until = next?.range.from ?? Number.POSITIVE_INFINITY;
    const behind = uncovered.filter((range) => range.from >= draft.range.to && range.to <= until);
    const to = Math.max(draft.range.to, ...behind.map((range) => range.to));
    return to === draft.range.to ? draft : drafter.draft(draft.tool, { from: draft.range.from, to });
  });
}
