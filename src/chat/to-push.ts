import type { DraftNotice } from "../drafts/drafts.ts";
import { draftCard } from "./cards/draft-card.ts";
import type { ChatParts, Push } from "./chat.ts";
import type { ChatRecords, Place } from "./chat-records.ts";
import { minutesUntil, say } from "./rendering.ts";
import { renderedFor } from "./show-kept.ts";

/** News of a Draft for the conversation it was made in; a Draft that came another way is nobody's card. */
export async function toPush(parts: ChatParts, records: ChatRecords, notice: DraftNotice): Promise<Push | undefined> {
  const { tenant, draft: view, kind } = notice;
  const kept = await records.card(tenant, view.draft.draft_id);
  if (kept?.kind !== "draft") return undefined;
  const place: Place = { tenant, conversation: kept.conversation };
  const conversation = await records.conversation(place);
  if (conversation === undefined) return undefined;
  const rendering = renderedFor(parts, conversation, kept);
  if (kind === "changed") return { ...place, card: draftCard(view, rendering) };
  const left = minutesUntil(view.draft.expires_at, rendering.now);
  const text = say(rendering).reminder(view.draft.plan.summary, left);
  return { ...place, card: { card_id: parts.ids.next(), text, buttons: draftCard(view, rendering).buttons } };
}
