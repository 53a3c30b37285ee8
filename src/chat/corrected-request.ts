import type { DraftView } from "../contracts/api/drafts.ts";
import type { StoredCard } from "./conversation.ts";

/** The request that a person put right before it was applied; undefined where nothing was corrected or nobody may teach. */
export function correctedRequest({ draft }: DraftView, kept: StoredCard | undefined): string | undefined {
  if (draft.status !== "APPLIED" || kept?.kind !== "draft" || kept.mayTeach !== true) return undefined;
  const own = draft.revision > 1 ? draft.plan.inputs.raw_text : undefined;
  const request = kept.asked ?? own;
  // Several lines are several messages, and the plan is of the last.
  return request?.includes("\n") === true ? undefined : request;
}
