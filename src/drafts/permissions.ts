import type { DraftRules } from "./gate/rules.ts";
import type { DraftAct } from "./lifecycle.ts";
import type { StoredDraft } from "./stored-draft.ts";

type DraftOwnership = Pick<StoredDraft, "author" | "approvers">;

/** Why somebody may not act on the Draft. */
export type PermissionRefusal = "not_yours" | "not_your_own" | "author_only";

/** Undefined where the person may do it. */
export function refusePermission(
  draft: DraftOwnership,
  { act, by }: { act: DraftAct; by: string },
  rules: DraftRules,
): PermissionRefusal | undefined {
  const isAuthor = draft.author.id === by;
  switch (act) {
    case "apply":
    case "confirm":
      if (isAuthor) return rules.selfApproval ? undefined : "not_your_own";
      return isApprover(draft, by) && rules.approvers?.includes(by) === true ? undefined : "not_yours";
    case "cancel":
      return isAuthor || isApprover(draft, by) ? undefined : "not_yours";
    case "edit":
    case "pick":
    case "answer":
    case "rebuild":
      return isAuthor ? undefined : "author_only";
    default:
      return act satisfies never;
  }
}

/** Approvers are fixed when the Draft is made; to apply it, a person must still be on the configured list. */
function isApprover({ approvers = [] }: DraftOwnership, by: string): boolean {
  return approvers.includes(by);
}
