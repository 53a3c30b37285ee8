import { timestampOf } from "../contracts/timestamp.ts";
import type { Json } from "../plan/json.ts";
import type { Tx } from "../ports/store.ts";
import { wholeHash } from "./action-hash.ts";
import type { Approval, OpenDraft } from "./stored-draft.ts";

const approvalKind = "drafts.approval";

/** Stored permanently: who approved which actions of which revision. A second approval by the same person conflicts. */
export function putApproval(
  tx: Tx,
  { tenant, draft }: { tenant: string; draft: OpenDraft },
  { by, at }: Approval,
): void {
  const { id: draftId, revision } = draft;
  const id = `${draftId}:${revision}:${by.id}`;
  const decision = { draft_id: draftId, revision, verdict: "apply", by: by.id, at: timestampOf(at) };
  const body: Json = { ...decision, action_hash: wholeHash(draft.actions) };
  tx.putRecord({ tenant, kind: approvalKind, id, group: draftId, body }, 0);
}
