import type { DraftRules } from "./gate/rules.ts";
import type { StoredDraft } from "./stored-draft.ts";

type DraftOwnership = Pick<StoredDraft, "author" | "approvers">;

/**
 * The author, or who was on the list of approvers when the Draft was made and still is; the author's own word counts only
 * where that is configured.
 */
export function mayApply({ author, approvers = [] }: DraftOwnership, by: string, rules: DraftRules): boolean {
  if (author.id === by) return rules.selfApproval;
  return approvers.includes(by) && rules.approvers?.includes(by) === true;
}

/** Whoever may say no: the author always, and every approver. */
export function mayCancel({ author, approvers = [] }: DraftOwnership, by: string): boolean {
  return author.id === by || approvers.includes(by);
}

/** What a Draft says is its author's alone. */
export function mayChange({ author }: DraftOwnership, by: string): boolean {
  return author.id === by;
}
