import type { Candidate } from "../../contracts/actions/plan.ts";
import type { DraftView } from "../../contracts/api/drafts.ts";
import { pageRows } from "./draft-buttons.ts";
import { candidateText, cut, type Rendering, textsOf, timeText } from "../rendering.ts";

/** What the Draft came to, or what it waits for. */
export function nextText(view: DraftView, rendering: Rendering): string {
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
