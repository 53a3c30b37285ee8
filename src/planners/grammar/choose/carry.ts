import type { Range } from "../fill/assign.ts";
import { meets } from "../fill/assign.ts";
import type { Scored } from "../fill/scored.ts";
import type { Draft } from "./draft.ts";

/** Gives calls that lack a required value one from the uncovered parts of the goal, or from another call that has it. */
export function carry(drafts: readonly Draft[], uncovered: readonly Range[]): Draft[] {
  return drafts.map((draft, at) => {
    const chosen = new Map(draft.fill.chosen);
    for (const [i, param] of draft.fill.offers.params.entries()) {
      if (!param.required || chosen.has(i)) continue;
      const value = fromContext(draft, i, { uncovered, chosen }) ?? fromSibling(drafts, at, i);
      if (value !== undefined) chosen.set(i, value);
    }
    return { ...draft, fill: { ...draft.fill, chosen } };
  });
}

function fromContext(draft: Draft, param: number, at: { uncovered: readonly Range[]; chosen: ReadonlyMap<number, Scored> }): Scored | undefined {
  return draft.fill.offers.lists[param]?.find(
    (scored) => scored.score > 0.3 && at.uncovered.some((range) => scored.start >= range.from && scored.end <= range.to) && ![...at.chosen.values()].some((other) => meets(other, scored)),
  );
}

/** The same parameter of the nearest call of the same tool, then of any call, earlier ones first. */
function fromSibling(drafts: readonly Draft[], at: number, param: number): Scored | undefined {
  const wanted = drafts[at]?.fill.offers.params[param];
  const own = drafts[at]?.tool;
  if (wanted === undefined) return undefined;
  const near = drafts
    .map((draft, i) => ({ draft, distance: Math.abs(i - at), later: i > at ? 1 : 0 }))
    .filter(({ distance }) => distance > 0)
    .toSorted((a, b) => Number(b.draft.tool === own) - Number(a.draft.tool === own) || a.later - b.later || a.distance - b.distance);
  for (const { draft } of near)
    for (const [i, other] of draft.fill.offers.params.entries()) {
      const scored = draft.fill.chosen.get(i);
      if (scored !== undefined && other.type === wanted.type && other.nameStems.join(" ") === wanted.nameStems.join(" ")) return scored;
    }
  return undefined;
}
