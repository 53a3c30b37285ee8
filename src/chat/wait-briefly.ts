import type { DraftView } from "../contracts/api/drafts.ts";
import type { ChatContext } from "./chat-context.ts";

/** The Draft once it has settled, or its current state when the wait ends; the outcome is then pushed later. */
export async function waitBriefly({ deps, said, language }: ChatContext, view: DraftView): Promise<DraftView> {
  const { drafts, clock, settleWaitMs } = deps;
  if (view.next.do !== "wait" || settleWaitMs === 0) return view;
  const giveUp = new AbortController();
  const patience = Promise.withResolvers<undefined>();
  const cancelTimer = clock.setTimer(clock.now() + settleWaitMs, () => patience.resolve(undefined));
  try {
    const of = { draftId: view.draft.draft_id };
    const settled = drafts
      .waitUntilSettled({ tenant: said.tenant, of, locale: language }, giveUp.signal)
      .catch(() => undefined);
    const ended = await Promise.race([settled, patience.promise]);
    return ended?.ok ? ended.value : view;
  } finally {
    cancelTimer();
    giveUp.abort();
  }
}
