import type { DraftChange, DraftView } from "../../contracts/api/drafts.ts";
import { costText } from "./preview-text.ts";
import type { ActionOutcome } from "../../contracts/actions/draft.ts";

/** One line per Draft: id, status, revision, next step, summary. */
export function draftLine({ draft, next }: DraftView): string {
  const { draft_id, status, revision, plan } = draft;
  return `${draft_id}  ${status.padEnd(9)}  r${revision}  ${next.do.padEnd(8)}  ${plan.summary}\n`;
}

/** A Draft as text: changes, outcomes and the next command. */
export function draftText(view: DraftView): string {
  const { draft, changes } = view;
  const byId = new Map(changes.map((change) => [change.action_id, change]));
  const width = Math.max(0, ...draft.actions.map(({ action_id: id }) => id.length));
  const actions = draft.actions.flatMap(({ action_id: id, action, outcome }) => [
    `  ${id.padEnd(width)}  ${outcome.status.padEnd(9)}  ${action.preview}  (${action.tool_slug})`,
    ...[...changeLines(byId.get(id)), ...failureLines(outcome)].map((line) => `  ${" ".repeat(width)}  ${line}`),
  ]);
  const asked = view.assignee === null ? "" : `, asked: ${view.assignee}`;
  const costs = draft.status === "DRAFT" && view.cost.most_micro_cents > 0 ? [`  costs ${costText(view.cost)}`] : [];
  const decided = view.history.map(({ act, by, to, at, reason }) => {
    const words = `${act}${to === null ? "" : ` ${to}`} by ${by} at ${at}`;
    return `  ${words}${reason === null ? "" : `: ${reason}`}`;
  });
  return `${[draftLine(view).trimEnd(), ...actions, `  expires ${draft.expires_at}, by ${draft.author_id}${asked}`, ...costs, ...decided].join("\n")}\n${nextText(view)}`;
}

function changeLines(change: DraftChange | undefined): string[] {
  if (change === undefined || change.before === null) return [];
  return [`${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}`];
}

function failureLines(outcome: ActionOutcome): string[] {
  return outcome.status === "FAILED" ? [`${outcome.code}: ${outcome.message}`] : [];
}

function nextText({ draft, next }: DraftView): string {
  const { draft_id: id, revision } = draft;
  switch (next.do) {
    case "answer":
      return next.questions
        .map(
          ({ id: asked, question, choices }) =>
            `  ? ${asked}: ${question} ${choices.map(({ label }) => label).join(" / ")}\n`,
        )
        .join("");
    case "pick":
      return next.candidates.map(({ id: row, name, subtitle }) => `  ${row}  ${name}  ${subtitle}\n`).join("");
    case "apply":
    case "retry":
      return `  planwright drafts apply ${id} --revision ${revision}\n`;
    case "confirm":
      return `  ${next.writes} writes: planwright drafts apply ${id} --revision ${revision} --confirm\n`;
    case "settle":
      return next.escalation_ids.map((wait) => `  planwright runs decide ${wait} done|resend|skip|abort\n`).join("");
    case "rebuild":
      return `  It has expired, or a record has changed since: planwright drafts rebuild ${id}\n`;
    case "refine":
      return `  Nothing was found for "${next.query}".\n`;
    case "menu":
    case "wait":
    case "nothing":
      return "";
    default:
      return next satisfies never;
  }
}
