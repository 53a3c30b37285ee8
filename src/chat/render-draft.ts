import type { Card } from "../contracts/api/chat.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { actionLines, isAsking } from "./cards/action-lines.ts";
import { callsIn, flat } from "./cards/call-text.ts";
import type { ChatDeps } from "./chat.ts";
import { candidateText, cut, maxText, minutesUntil, type Rendering, textsOf, timeText } from "./rendering.ts";
import type { Candidate, RiskKind } from "../contracts/actions/plan.ts";
import { draftButtons, pageRows, teachRow } from "./cards/draft-buttons.ts";
import type { StoredCard } from "./conversation.ts";

/** How a card is rendered, without the names, which are looked up. */
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
  const calls = changes.flatMap(({ after }) => Object.values(after).flatMap(callsIn));
  const actions = [...draft.actions.map(({ action }) => action), ...calls.map(toAction)];
  const records = actions.flatMap((action) => actionOf(action, language)?.recordId ?? []);
  const fields = [...changes, ...calls.map(({ args }) => ({ before: null, after: args }))]
    .flatMap(({ before, after }) => [flat(before ?? {}), flat(after)])
    .flatMap((values) => Object.entries(values))
    .flatMap(([name, value]) => (typeof value === "string" && fieldOf(name, language)?.isId === true ? [value] : []));
  return [...new Set([...records, ...fields])];
}

function toAction({ tool, args }: ReturnType<typeof callsIn>[number]) {
  return { tool_slug: tool, args };
}

/** A Draft as a person sees it: its actions, its risks, the possible answers, and when it expires. */
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
  // Details that are a sentence replace the rest.
  const line = (kind: RiskKind, details: string): string => {
    if (details.includes(" ")) return details;
    return details === "" ? risks[kind] : `${risks[kind]}: ${details}`;
  };
  return draft.plan.risks.map(({ kind, details }) => `⚠️ ${line(kind, details)}`).join("\n");
}

/** What the Draft came to, or what it waits for. */
function nextText(view: DraftView, rendering: Rendering): string {
  const { draft } = view;
  const { applied, cancelled, expired, superseded } = textsOf(rendering);
  switch (draft.status) {
    case "APPLIED":
      if (draft.actions.length === 0) return textsOf(rendering).nothingToDo;
      return applied(rendering.nameOf(draft.applied_by), timeText(draft.applied_at, rendering));
    case "CANCELLED":
      return view.replaced_by === null
        ? cancelled(rendering.nameOf(draft.cancelled_by), timeText(draft.cancelled_at, rendering))
        : superseded;
    case "EXPIRED":
      return view.replaced_by === null ? expired : superseded;
    case "DRAFT":
      return waitingText(view, rendering);
    default:
      return draft satisfies never;
  }
}

function waitingText({ draft, next }: DraftView, rendering: Rendering): string {
  const words = textsOf(rendering);
  switch (next.do) {
    case "answer":
      return [
        ...next.questions.map(({ question }) => `❔ ${question}`),
        ...(next.questions.some(({ choices }) => choices.length > 0) ? [words.answerHint] : []),
      ].join("\n");
    case "menu":
      return words.menu;
    case "pick":
      return [
        words.pick(next.query, next.total),
        ...next.candidates.map((row, at) => candidateLine(next.page * pageRows + at + 1, row, rendering)),
      ].join("\n");
    case "refine":
      return words.refine(next.query);
    case "apply":
      return next.quorum > 1 ? words.approvals(next.approvals, next.quorum) : "";
    case "confirm":
      return words.confirmBulk(next.writes);
    case "wait":
      return words.applying;
    case "settle":
      return words.unsure;
    case "retry":
      return words.partly(draft.actions.length - next.left, draft.actions.length);
    case "rebuild":
      return words.changedSince;
    case "nothing":
      return "";
    default:
      return next satisfies never;
  }
}

function candidateLine(place: number, candidate: Candidate, rendering: Rendering): string {
  return `${place}. ${candidateText(candidate, rendering)}${candidate.url === "" ? "" : `\n  ${cut(candidate.url, 200)}`}`;
}

/** The request that a person corrected before it was applied; undefined if nothing was corrected or the person may not teach. */
export function correctedRequest({ draft }: DraftView, kept: StoredCard | undefined): string | undefined {
  if (draft.status !== "APPLIED" || kept?.kind !== "draft" || kept.mayTeach !== true) return undefined;
  const own = draft.revision > 1 ? draft.plan.inputs.raw_text : undefined;
  const request = kept.requestText ?? own;
  // Several lines are several messages, and the plan is of the last.
  return request?.includes("\n") === true ? undefined : request;
}
