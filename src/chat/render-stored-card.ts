import type { Card } from "../contracts/api/chat.ts";
import { answerCard } from "./cards/answer-card.ts";
import { voiceCard } from "./cards/voice-card.ts";
import type { ChatDeps } from "./chat.ts";
import type { Conversation, StoredCard } from "./conversation.ts";
import { type PlainRendering, renderDraft } from "./render-draft.ts";
import type { Rendering } from "./rendering.ts";

type CardToRender = { id: string; kept: StoredCard; conversation: Conversation; tenant: string };

/** The current card; undefined if the Draft no longer exists. */
export async function renderStoredCard(
  deps: ChatDeps,
  { id, kept, conversation, tenant }: CardToRender,
): Promise<Card | undefined> {
  const zone = "zone" in kept ? kept.zone : deps.zone;
  const rendering = renderedFor(deps, conversation, { language: kept.language, zone });
  switch (kept.kind) {
    case "note":
      return { card_id: id, text: kept.text, buttons: kept.buttons };
    case "answer":
      return answerCard({ ...kept, id }, { language: kept.language });
    case "voice":
      return voiceCard(id, kept);
    case "draft": {
      const found = await deps.drafts.get({ tenant, of: { draftId: id }, locale: kept.language });
      return found.ok ? renderDraft(deps, { tenant, view: found.value, kept }, rendering) : undefined;
    }
    default:
      return kept satisfies never;
  }
}

/** How cards of a conversation read. */
export function renderedFor(
  deps: ChatDeps,
  { people }: Pick<Conversation, "people">,
  own: Pick<Rendering, "language" | "zone">,
): PlainRendering {
  const { labelOf, fieldOf, actionOf } = deps.domain;
  const { language, zone } = own;
  const nameOf = (id: string): string => people[id]?.name ?? id;
  return { language, zone, now: deps.clock.now(), nameOf, labelOf, fieldOf, actionOf };
}
