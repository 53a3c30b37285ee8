import type { DraftView } from "../contracts/api/drafts.ts";
import type { ActionOutcome } from "../contracts/actions/draft.ts";

/** One line a Draft: id, status, what it waits for, what it is about. */
export function draftLine({ draft, next }: DraftView): string {
  const { draft_id, status, revision, plan } = draft;
  return `${draft_id}  ${status.padEnd(9)}  r${revision}  ${next.do.padEnd(8)}  ${plan.summary}\n`;
}

/** A Draft for a person: what it would change, what became of it, and what to do next. */
export function draftText(view: DraftView): string {
  const { draft, changes } = view;
  const before = new Map(changes.map((change) => [change.action_id, change]));
  const actions = draft.actions.map(({ action_id: id, action, outcome }) => {
    const change = before.get(id);
    const diff =
      change?.before == null ? "" : `     ${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}\n`;
    return `  ${id}  ${outcomeText(outcome).padEnd(9)}  ${action.preview}  (${action.tool_slug})\n${diff}`;
  });
  return [draftLine(view), ...actions, `  expires ${draft.expires_at}, by ${draft.author_id}\n`, nextText(view)].join(
    "",
  );
}

function outcomeText(outcome: ActionOutcome): string {
  return outcome.status === "FAILED" ? `${outcome.status} ${outcome.code}: ${outcome.message}` : outcome.status;
}

function nextText({ draft, next }: DraftView): string {
  const { draft_id: id, revision } = draft;
  switch (next.do) {
    case "answer":
      return next.questions
        .map(({ question, choices }) => `  ? ${question} ${choices.map(({ label }) => label).join(" / ")}\n`)
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
      return "  It has expired; make it anew.\n";
    case "refine":
      return `  Nothing was found by "${next.query}".\n`;
    case "menu":
    case "wait":
    case "nothing":
      return "";
    default:
      return next satisfies never;
  }
}
