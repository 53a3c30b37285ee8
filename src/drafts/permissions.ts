import type { DraftRules } from "./gate/rules.ts";
import type { DraftAct } from "./lifecycle.ts";
import type { StoredDraft } from "./stored-draft.ts";

type DraftOwnership = Pick<StoredDraft, "author" | "approvers">;

/** Why somebody may not act on the Draft. */
type PermissionRefusal = "not_yours" | "not_your_own" | "author_only";

/** Undefined where the person may do it. */
export function refusePermission(
  draft: DraftOwnership,
  { act, by }: { act: DraftAct; by: string },
  rules: DraftRules,
): PermissionRefusal | undefined {
  const isAuthor = draft.author.id === by;
  const isOperator = draft.approvers?.includes(anyOperator) === true;
  switch (act) {
    case "apply":
    case "confirm":
      if (isAuthor) return rules.selfApproval ? undefined : "not_your_own";
      return isApprover(draft, by, rules) ? undefined : "not_yours";
    case "cancel":
      return isAuthor || isOperator || isListed(draft.approvers, by) ? undefined : "not_yours";
    case "assign":
      return isAuthor || isApprover(draft, by, rules) ? undefined : "not_yours";
    case "edit":
    case "pick":
    case "answer":
    case "rebuild":
      return isAuthor || isOperator ? undefined : "author_only";
    default:
      return act satisfies never;
  }
}

/** Among the approvers of a Draft: every operator of the tenant. Used where no person made the Draft. */
const anyOperator = "*";

/** Approvers are fixed when the Draft is made; a configured list still limits who may apply it. */
function isApprover({ approvers = [] }: DraftOwnership, by: string, rules: DraftRules): boolean {
  if (approvers.includes(anyOperator)) return rules.approvers === undefined || isListed(rules.approvers, by);
  return isListed(approvers, by) && isListed(rules.approvers, by);
}

/** Whether a list of people names this one. `key:ops` names every API key `key:ops#<id>`: names cannot contain `#`. */
export function isListed(people: readonly string[] | undefined, by: string): boolean {
  return people?.some((one) => one === by || (one.startsWith("key:") && by.startsWith(`${one}#`))) === true;
}
