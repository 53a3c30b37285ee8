import type { Card } from "../../contracts/api/chat.ts";
import type { DraftView } from "../../contracts/api/drafts.ts";
import { cut, maxText, minutesUntil, type Rendering, say, timeText } from "../rendering.ts";
import { actionLines } from "./action-lines.ts";
import { draftButtons } from "./draft-buttons.ts";
import { nextText } from "./next-text.ts";

/** A Draft as a person sees it: what would be done, what is risky about it, how long it stands, and what can be said to it. */
export function draftCard(view: DraftView, rendering: Rendering): Card {
  const { draft } = view;
  const parts = [
    head(view, rendering),
    actionLines(view, rendering),
    riskLines(view, rendering),
    nextText(view, rendering),
  ];
  return {
    card_id: draft.draft_id,
    text: cut(parts.filter((part) => part !== "").join("\n\n"), maxText),
    buttons: draftButtons(view, rendering),
  };
}

function head({ draft, next }: DraftView, rendering: Rendering): string {
  const { draft: word, expires } = say(rendering);
  const title = `📝 ${word}: ${draft.plan.summary}`;
  if (draft.status !== "DRAFT" || next.do === "wait" || next.do === "settle") return title;
  const until = expires(timeText(draft.expires_at, rendering), minutesUntil(draft.expires_at, rendering.now));
  return `${title}\n${until}`;
}

function riskLines({ draft }: DraftView, rendering: Rendering): string {
  if (draft.status !== "DRAFT") return "";
  const { risks } = say(rendering);
  return draft.plan.risks
    .map(({ kind, details }) => `⚠️ ${risks[kind]}${details === "" ? "" : `: ${details}`}`)
    .join("\n");
}
