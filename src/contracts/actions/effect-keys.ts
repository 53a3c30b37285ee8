/** The keys under which an effect happens once. Built here and nowhere else, so that two builders cannot disagree. */
export const effectKeys = {
  /** Stops the same tap from counting twice; a second tap has another id, so `apply` is what prevents the double effect. */
  callback: (callbackQueryId: string): string => `tg:callback:${callbackQueryId}`,
  apply: (draftId: string): string => `draft:${draftId}:apply`,
  action: (draftId: string, actionId: string): string => `draft:${draftId}:action:${actionId}`,
  createIssue: (dealId: string, taskKey: string): string => `linear:create_issue:${dealId}:${taskKey}`,
  updateDealStage: (dealId: string, stageKey: string): string => `attio:update_deal_stage:${dealId}:${stageKey}`,
} as const;
