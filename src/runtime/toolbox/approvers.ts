import type { DraftRules } from "../../drafts/gate/rules.ts";
import { isListed } from "../../drafts/permissions.ts";
import { refused } from "../../plan/check-result.ts";
import { contentHash } from "../../plan/hash.ts";
import { unlessConflict } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import type { Runs } from "../../runs/runs.ts";

type Rules = Pick<DraftRules, "approvers" | "selfApproval" | "quorum">;

/**
 * Runs whose pending writes only approvers approve, as many of them as the quorum says: the configured approvers, and the
 * caller where self-approval counts. Without a list of approvers everybody who may decide escalations may approve.
 */
export function withApprovers(runs: Runs, store: Store, rules: Rules): Runs {
  return {
    ...runs,
    async decide(of, decision, by) {
      const wait = await store.wait(of.tenant, of.waitId);
      const approves = decision.choice === "approve" || decision.choice === "edit";
      if (wait?.kind !== "approval" || wait.state !== "open" || !approves) return runs.decide(of, decision, by);
      const run = await store.run(of.tenant, wait.runId);
      const mayApprove = (one: string): boolean =>
        run?.caller === one ? rules.selfApproval : rules.approvers === undefined || isListed(rules.approvers, one);
      if (!mayApprove(by)) return refusal(run?.caller === by);
      if (rules.quorum === 1) return runs.decide(of, decision, by);
      // Approvals of the same call count together: edited arguments are another one.
      const call = decision.choice === "edit" ? decision.args : (wait.call?.args ?? null);
      const all = await addApproval(store, { tenant: of.tenant, group: `${of.waitId}:${contentHash(call)}`, by });
      // Somebody who may no longer approve does not count.
      const standing = all.filter(mayApprove);
      if (standing.length >= rules.quorum) return runs.decide(of, decision, standing.join(", "));
      const question = `${wait.question} Approvals: ${standing.length} of ${rules.quorum}.`;
      return { ok: true, value: { ...wait, question } };
    },
  };
}

function refusal(isCaller: boolean): ReturnType<typeof refused> {
  const message = isCaller ? "your own run needs somebody else's approval" : "you are not among the approvers";
  const hint = "See drafts.approvers and self_approval.";
  return refused({ code: "NOT_AN_APPROVER", pointer: "", message, hint });
}

const kind = "runs.approval";

/** Stores one person's approval of a call, once; returns everybody who approved it. */
async function addApproval(store: Store, given: { tenant: string; group: string; by: string }): Promise<string[]> {
  const { tenant, group, by } = given;
  await unlessConflict(store.write((tx) => tx.putRecord({ tenant, kind, id: `${group}:${by}`, group, body: by }, 0)));
  const approvals = await store.records({ tenant, kind, group, limit: 100 });
  return approvals.flatMap(({ body }) => (typeof body === "string" ? [body] : []));
}
