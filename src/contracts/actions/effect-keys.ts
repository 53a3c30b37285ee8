import { contentHash } from "../../plan/hash.ts";
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

type Deed = Pick<ToolAction, "toolkit" | "tool_slug" | "args">;

/**
 * The scope of a write that may be done again on another day: a new task, a comment. It holds no promise beyond the Draft
 * or run that does it, where `scopeIn` makes it a key.
 */
export function plainScope(action: Deed): string {
  return scopeIn(undefined, action);
}

/** A plain scope within one Draft. */
export function scopeIn(draftId: string | undefined, { toolkit, tool_slug: tool, args }: Deed): string {
  return [toolkit, tool.toLowerCase(), draftId, contentHash(args)].filter((part) => part !== undefined).join(":");
}
