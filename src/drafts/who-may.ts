import type { Rules } from "./gate/rules.ts";
import type { StoredDraft } from "./stored-draft.ts";

type Owned = Pick<StoredDraft, "author" | "approvers">;

/** The author, or who is on the list of approvers; the author's own word counts only where that is configured. */
export function mayApply({ author, approvers = [] }: Owned, by: string, { selfApproval }: Rules): boolean {
  return author.id === by ? selfApproval : approvers.includes(by);
}

/** Whoever may say no: the author always, and every approver. */
export function mayCancel({ author, approvers = [] }: Owned, by: string): boolean {
  return author.id === by || approvers.includes(by);
}

/** What a Draft says is its author's alone. */
export function mayChange({ author }: Owned, by: string): boolean {
  return author.id === by;
}
