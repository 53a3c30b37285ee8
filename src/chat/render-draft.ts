import type { Card } from "../contracts/api/chat.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { flat } from "./cards/action-lines.ts";
import { teachRow } from "./cards/draft-buttons.ts";
import { draftCard } from "./cards/draft-card.ts";
import type { ChatDeps } from "./chat.ts";
import type { StoredCard } from "./conversation.ts";
import { correctedRequest } from "./corrected-request.ts";
import type { Rendering } from "./rendering.ts";

/** Everything about how a card reads but the names, which are looked up. */
export type PlainRendering = Omit<Rendering, "names">;

/** A Draft's card, with the names of the people and records that its changes refer to. */
export async function renderDraft(
  { domain }: Pick<ChatDeps, "domain">,
  { tenant, view, kept }: { tenant: string; view: DraftView; kept: StoredCard | undefined },
  rendering: PlainRendering,
): Promise<Card> {
  const ids = idsIn(view, rendering);
  const names = ids.length === 0 ? new Map<string, string>() : await domain.namesOf(tenant, ids);
  const card = draftCard(view, { ...rendering, names });
  if (correctedRequest(view, kept) === undefined) return card;
  return { ...card, buttons: [...card.buttons, teachRow(view.draft.revision_id, rendering)] };
}

function idsIn({ draft, changes }: DraftView, { fieldOf, actionOf, language }: PlainRendering): string[] {
  const records = draft.actions.flatMap(({ action }) => actionOf(action, language)?.recordId ?? []);
  const fields = changes
    .flatMap(({ before, after }) => [flat(before ?? {}), flat(after)])
    .flatMap((values) => Object.entries(values))
    .flatMap(([name, value]) => (typeof value === "string" && fieldOf(name, language)?.isId === true ? [value] : []));
  return [...new Set([...records, ...fields])];
}
