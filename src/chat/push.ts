import type { DraftNotification } from "../drafts/drafts.ts";
import type { ChatDeps, ChatPush } from "./chat.ts";
import type { ChatRecords, ConversationRef } from "./chat-records.ts";
import { minutesUntil, textsOf } from "./rendering.ts";
import { renderDraft } from "./render-draft.ts";
import { renderedFor } from "./render-stored-card.ts";
import { stateKeyOf } from "./state-key.ts";

/** The push for a Draft's conversation; undefined for a Draft that was not made in a chat. */
export async function pushFor(
  deps: ChatDeps,
  records: ChatRecords,
  news: DraftNotification,
): Promise<ChatPush | undefined> {
  const { tenant, draftId, kind } = news;
  const kept = await records.card(tenant, draftId);
  if (kept?.kind !== "draft") return undefined;
  const found = await deps.drafts.get({ tenant, of: { draftId }, locale: kept.language });
  if (!found.ok) return undefined;
  const view = found.value;
  const place: ConversationRef = { tenant, conversation: kept.conversation };
  const conversation = await records.conversation(place);
  if (conversation === undefined) return undefined;
  const rendering = renderedFor(deps, conversation, kept);
  const push = { ...place, stand: stateKeyOf(view), shown: kept.stand };
  const card = await renderDraft(deps, { tenant, view }, rendering);
  if (kind === "changed") return { ...push, card };
  // A late reminder must not ask for a decision that was made meanwhile.
  if (view.draft.status !== "DRAFT" || view.next.do === "wait" || view.next.do === "settle") return undefined;
  const left = minutesUntil(view.draft.expires_at, rendering.now);
  const text = textsOf(rendering).reminder(view.draft.plan.summary, left);
  return { ...push, card: { card_id: deps.ids.next(), text, buttons: card.buttons } };
}
