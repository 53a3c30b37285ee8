import { canonicalText } from "../../plan/canonical.ts";
import type { ToolAction } from "./plan.ts";

/** The idempotency keys of effects. Built only here, so that two builders cannot disagree. */
export const effectKeys = {
  /** Deduplicates one tap; a second tap has another id, so `apply` prevents the double effect. */
  callback: (callbackQueryId: string): string => `tg:callback:${callbackQueryId}`,
  apply: (draftId: string): string => `draft:${draftId}:apply`,
  action: (draftId: string, actionId: string): string => `draft:${draftId}:action:${actionId}`,
  createIssue: (dealId: string, taskKey: string): string => `linear:create_issue:${dealId}:${taskKey}`,
  updateDealStage: (dealId: string, stageKey: string): string => `attio:update_deal_stage:${dealId}:${stageKey}`,
} as const;

/**
 * The scope of a write that may be done again on another day: a new task, a comment. It holds no promise beyond the Draft
 * or run that does it, which uses a key of its own instead.
 */
export function plainScope({
  toolkit,
  tool_slug: tool,
  args,
}: Pick<ToolAction, "toolkit" | "tool_slug" | "args">): string {
  return `${toolkit}:${tool.toLowerCase()}:${canonicalText(args)}`;
}
