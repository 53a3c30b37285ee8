import type { DraftView } from "../contracts/api/drafts.ts";
import type { Talk } from "./talk.ts";

/** The Draft once its work is done, or as it is when patience ends; the outcome is told later then. */
export async function settledSoon({ parts, said, language }: Talk, view: DraftView): Promise<DraftView> {
  const { drafts, clock, patienceMs } = parts;
  if (view.next.do !== "wait" || patienceMs === 0) return view;
  const giveUp = new AbortController();
  const patience = Promise.withResolvers<undefined>();
  const takeBack = clock.setTimer(clock.now() + patienceMs, () => patience.resolve(undefined));
  try {
    const of = { draftId: view.draft.draft_id };
    const settled = drafts.waitUntilSettled({ tenant: said.tenant, of, locale: language }, giveUp.signal).catch(() => undefined);
    const ended = await Promise.race([settled, patience.promise]);
    return ended?.ok ? ended.value : view;
  } finally {
    takeBack();
    giveUp.abort();
  }
}
