import type { Segment } from "../../../language/segments.ts";
import type { Draft } from "./draft.ts";

/** Where the second of two calls of one tool stands: no other call is between them where it is adjacent. */
type SegmentPosition = { part: Segment; adjacent: boolean };

/**
 * What speaks for calling a tool once more: values that differ, and the tool named again or words that ask for one more.
 * Without them the part tells more about the call that is there.
 */
export function repetition(twin: Draft | undefined, draft: Draft, { part, adjacent }: SegmentPosition): number {
  if (twin === undefined) return 0;
  const named = draft.match.name >= 0.4;
  const asked = adjacent ? part.asks : part.more;
  if (!differs(twin, draft) || !(named || asked)) return -0.6;
  if (!adjacent) return 0;
  return part.elliptic || part.weak ? 0.45 : 0.25;
}

/** A parameter has a good value in both, and not the same. */
function differs(twin: Draft, draft: Draft): boolean {
  return [...draft.fill.chosen].some(([i, scored]) => {
    const other = twin.fill.chosen.get(i);
    const good = other !== undefined && scored.kind !== "flag" && scored.score >= 0.8 && other.score >= 0.8;
    return good && JSON.stringify(scored.value) !== JSON.stringify(other.value);
  });
}
