/** The idempotency keys of effects. Built only here, so that two builders cannot disagree. */
export const effectKeys = {
  /** Deduplicates one tap; a second tap has another id, so `apply` prevents the double effect. */
  callback: (callbackQueryId: string): string => `tg:callback:${callbackQueryId}`,
  apply: (draftId: string): string => `draft:${draftId}:apply`,
  action: (draftId: string, actionId: string): string => `draft:${draftId}:action:${actionId}`,
  createIssue: (dealId: string, taskKey: string): string => `linear:create_issue:${dealId}:${taskKey}`,
  updateDealStage: (dealId: string, stageKey: string): string => `attio:update_deal_stage:${dealId}:${stageKey}`,
} as const;
