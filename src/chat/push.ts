import type { DraftNotification } from "../drafts/drafts.ts";
import { compact } from "../contracts/compact.ts";
import type { ChatDeps, ChatPush } from "./chat.ts";
import type { ChatRecords } from "./chat-records.ts";
import { cut, maxText, minutesUntil, textsOf } from "./rendering.ts";
import { renderDraft } from "./render-draft.ts";
import { renderedFor } from "./render-stored-card.ts";
import { stateKeyOf } from "./state-key.ts";

/** The push for the conversation of a Draft, or for its assignee; undefined where neither is in a chat. */
export async function pushFor(
  deps: ChatDeps,
  records: ChatRecords,
  news: DraftNotification,
): Promise<ChatPush | undefined> {
  const { tenant, draftId, kind } = news;
  const card = await records.card(tenant, draftId);
  const kept = card?.kind === "draft" ? card : undefined;
  const found = await deps.drafts.get({ tenant, of: { draftId }, ...compact({ locale: kept?.language }) });
  if (!found.ok) return undefined;
  const view = found.value;
  const asked = kind === "changed" ? undefined : conversationOf(view.assignee);
  const place = asked ?? kept?.conversation;
  if (place === undefined) return undefined;
  const people = (await records.conversation({ tenant, conversation: place }))?.people ?? {};
  const rendering = renderedFor(deps, { people }, kept ?? { language: view.draft.plan.language, zone: deps.zone });
  const push = { tenant, conversation: place, stand: stateKeyOf(view), shown: kept?.stand };
  const shown = await renderDraft(deps, { tenant, view, kept }, rendering);
  if (kind === "changed") return { ...push, card: shown };
  // A late reminder must not ask for a decision that was made meanwhile.
  if (view.draft.status !== "DRAFT" || view.next.do === "wait" || view.next.do === "settle") return undefined;
  if (kind === "handed_over") {
    const text = cut(`${textsOf(rendering).handedOver}\n\n${shown.text}`, maxText);
    return asked === undefined ? undefined : { ...push, card: { ...shown, text } };
  }
  const left = minutesUntil(view.draft.expires_at, rendering.now);
  const text = textsOf(rendering).reminder(view.draft.plan.summary, left);
  return { ...push, card: { card_id: deps.ids.next(), text, buttons: shown.buttons } };
}

/** People of Telegram and Slack are written to directly. */
function conversationOf(assignee: string | null): string | undefined {
  return assignee !== null && /^(?:tg|slack):/.test(assignee) ? assignee : undefined;
}
