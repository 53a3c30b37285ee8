import { timestampOf } from "../contracts/timestamp.ts";
import type { Draft, DraftDecision } from "../contracts/actions/draft.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import type { PlanCost } from "../contracts/api/run.ts";
import { compact } from "../plan/compact.ts";
import { wholeHash } from "./action-hash.ts";
import { nextStep, type ViewContext } from "./next-step.ts";
import { isDone, type StoredAction, type StoredDraft } from "./stored-draft.ts";

/** A Draft as the API shows it. */
export function toView(draft: StoredDraft, seen: ViewContext): DraftView {
  const left = draft.actions.filter((action) => !isDone(action));
  return {
    draft: toContract(draft),
    action_hash: wholeHash(draft.actions),
    next: nextStep(draft, seen),
    writes: left.filter(({ writes }) => writes).length,
    cost: costOf(left),
    changes: draft.actions
      .filter(({ writes }) => writes)
      .map(({ id, action, preview }) => {
        return { action_id: id, before: preview?.before ?? null, after: preview?.after ?? action.args };
      }),
    approvals: approvalsOf(draft),
    assignee: draft.assignee ?? null,
    history: draft.history.map(({ act, revision, by, to = null, at, reason = null }) => ({
      act,
      revision,
      by: by.id,
      to,
      at: timestampOf(at),
      reason,
    })),
    run_id: draft.runs.at(-1) ?? null,
    replaced_by: draft.replacedBy ?? null,
  };
}

/** What the open actions cost, if none has to be repeated. */
function costOf(left: readonly StoredAction[]): PlanCost {
  const sum = left.reduce((total, { costMicroCents = 0 }) => total + costMicroCents, 0);
  const unpriced = left.flatMap(({ action, costMicroCents }) =>
    costMicroCents === undefined ? [action.tool_slug] : [],
  );
  return { least_micro_cents: sum, most_micro_cents: sum, unpriced: [...new Set(unpriced)] };
}

function toContract(draft: StoredDraft): Draft {
  const fields = compact({
    draft_id: draft.id,
    revision: draft.revision,
    revision_id: draft.revisionId,
    author_id: draft.author.id,
    approver_ids: draft.approvers,
    plan: draft.plan,
    actions: draft.actions.map(({ id, action, hash, outcome }) => {
      return { action_id: id, action, action_hash: hash, outcome };
    }),
    manifest_hash: draft.manifestHash,
    created_at: timestampOf(draft.createdAt),
    expires_at: timestampOf(draft.expiresAt),
  });
  switch (draft.status) {
    case "DRAFT":
      return { ...fields, status: "DRAFT" };
    case "APPLIED":
      return { ...fields, status: "APPLIED", applied_at: timestampOf(draft.at), applied_by: draft.by.id };
    case "CANCELLED":
      return { ...fields, status: "CANCELLED", cancelled_at: timestampOf(draft.at), cancelled_by: draft.by.id };
    case "EXPIRED":
      return { ...fields, status: "EXPIRED", expired_at: timestampOf(draft.at) };
    default:
      return draft satisfies never;
  }
}

/** The approvals of this revision. */
function approvalsOf(draft: StoredDraft): DraftDecision[] {
  const stage = draft.status === "DRAFT" ? draft.stage : undefined;
  const approvals = stage?.kind === "ready" || stage?.kind === "applying" ? stage.approvals : [];
  return approvals.map(({ by, at }) => {
    return { draft_id: draft.id, revision: draft.revision, verdict: "apply", by: by.id, at: timestampOf(at) };
  });
}
