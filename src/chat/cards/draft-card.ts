import type { RiskKind } from "../../contracts/actions/plan.ts";
import type { Card } from "../../contracts/api/chat.ts";
import type { DraftView } from "../../contracts/api/drafts.ts";
import { cut, maxText, minutesUntil, type Rendering, textsOf, timeText } from "../rendering.ts";
import { actionLines, isAsking } from "./action-lines.ts";
import { draftButtons } from "./draft-buttons.ts";
import { nextText } from "./next-text.ts";

/** A Draft as a person sees it: what would be done, what is risky about it, what can be said to it, and how long it stands. */
export function draftCard(view: DraftView, rendering: Rendering): Card {
  const { draft } = view;
  const deps = [
    head(view, rendering),
    actionLines(view, rendering),
    riskLines(view, rendering),
    nextText(view, rendering),
    assigneeLine(view, rendering),
    untilLine(view, rendering),
  ];
  return {
    card_id: draft.draft_id,
    text: cut(deps.filter((part) => part !== "").join("\n\n"), maxText),
    buttons: draftButtons(view, rendering),
  };
}

function head({ draft, next }: DraftView, rendering: Rendering): string {
  const { draft: word, manyChanges } = textsOf(rendering);
  if (isAsking(next)) return `📝 «${cut(draft.plan.inputs.raw_text.replaceAll("\n", " · "), 200)}»`;
  return `📝 ${draft.actions.length > 1 ? manyChanges(draft.actions.length) : word}`;
}

function assigneeLine({ draft, assignee }: DraftView, rendering: Rendering): string {
  if (draft.status !== "DRAFT" || assignee === null) return "";
  return textsOf(rendering).assignedTo(rendering.nameOf(assignee));
}

/** How long it can be decided on. */
function untilLine({ draft, next }: DraftView, rendering: Rendering): string {
  if (draft.status !== "DRAFT" || isAsking(next) || next.do === "wait" || next.do === "settle") return "";
  const left = minutesUntil(draft.expires_at, rendering.now);
  return textsOf(rendering).expires(timeText(draft.expires_at, rendering), left);
}

function riskLines({ draft, next }: DraftView, rendering: Rendering): string {
  if (draft.status !== "DRAFT" || isAsking(next)) return "";
  const { risks } = textsOf(rendering);
  // Details that are a sentence of their own stand alone.
  const line = (kind: RiskKind, details: string): string => {
    if (details.includes(" ")) return details;
    return details === "" ? risks[kind] : `${risks[kind]}: ${details}`;
  };
  return draft.plan.risks.map(({ kind, details }) => `⚠️ ${line(kind, details)}`).join("\n");
}
