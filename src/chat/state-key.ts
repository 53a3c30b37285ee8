import type { DraftView } from "../contracts/api/drafts.ts";
import { contentHash } from "../plan/hash.ts";

/** A hash of the Draft's visible state, to tell whether a card is out of date. Ignores the page of a pick list. */
export function stateKeyOf({ draft, next, approvals, replaced_by }: DraftView): string {
  return contentHash([draft, next.do, approvals, replaced_by]);
}
