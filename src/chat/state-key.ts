import type { DraftView } from "../contracts/api/drafts.ts";
import { contentHash } from "../plan/hash.ts";

/** How a Draft stands, in a word: whether a card shows something else. The page of a pick list is none of it. */
export function stateKeyOf({ draft, next, approvals, replaced_by }: DraftView): string {
  return contentHash([draft, next.do, approvals, replaced_by]);
}
