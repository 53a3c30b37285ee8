import type { DraftRules } from "../../drafts/gate/rules.ts";
import { isListed } from "../../drafts/permissions.ts";
import { refused } from "../../plan/check-result.ts";
import type { Store } from "../../ports/store.ts";
import type { Runs } from "../../runs/runs.ts";

/**
 * Runs whose pending writes only approvers approve: the configured approvers, and the caller where self-approval counts.
 * Without a list of approvers everybody who may decide escalations may approve.
 */
export function withApprovers(runs: Runs, store: Store, rules: Pick<DraftRules, "approvers" | "selfApproval">): Runs {
  return {
    ...runs,
    async decide(of, decision, by) {
      const wait = await store.wait(of.tenant, of.waitId);
      const approves = decision.choice === "approve" || decision.choice === "edit";
      if (wait?.kind !== "approval" || !approves) return runs.decide(of, decision, by);
      const run = await store.run(of.tenant, wait.runId);
      const isCaller = run?.caller === by;
      const mayApprove = isCaller ? rules.selfApproval : rules.approvers === undefined || isListed(rules.approvers, by);
      if (mayApprove) return runs.decide(of, decision, by);
      const message = isCaller ? "your own run needs somebody else's approval" : "you are not among the approvers";
      return refused({
        code: "NOT_AN_APPROVER",
        pointer: "",
        message,
        hint: "See drafts.approvers and self_approval.",
      });
    },
  };
}
