import { compact } from "../../../contracts/compact.ts";
import { printProblem } from "../../output/print-problem.ts";
import { ActionPlan } from "../../../contracts/actions/plan.ts";
import { type ActionOutcome, DraftStatus } from "../../../contracts/actions/draft.ts";
import type { DraftChange, DraftRequestOutcome, DraftView } from "../../../contracts/api/drafts.ts";
import { parseWith } from "../../../contracts/parse.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import type { DraftResult } from "../../../drafts/drafts.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { type DraftsAccess, withDrafts } from "../../workspace/drafts-access.ts";
import { countOf } from "../runs/run-options.ts";
import type { Problem } from "../../../contracts/problem.ts";
import { costText } from "../../output/preview-text.ts";

/** Prints why a command on Drafts was refused. */
export function refuse(invocation: Invocation, problem: Problem): ExitCode {
  return printProblem(invocation, problem, "drafts list");
}

export const list: Handler = (invocation) => {
  const limit = countOf(text(invocation, "limit") ?? "20");
  const status = statusOf(text(invocation, "status"));
  return withDrafts(invocation, async (drafts) => {
    const found = await drafts.list(compact({ limit, status }));
    return print(invocation, { drafts: found }, found.map(draftLine).join(""));
  });
};

export const show: Handler = (invocation) =>
  withDrafts(invocation, async (drafts) => {
    const found = await drafts.get(invocation.args[0] ?? "");
    return found.ok ? printDraft(invocation, found.value, exit.ok) : refuse(invocation, found.problem);
  });

/** Creates a Draft from text or a plan. Answers queries directly. */
export const create: Handler = async (invocation) => {
  const file = text(invocation, "plan");
  const words = invocation.args.join(" ");
  if ((file === undefined) === (words === "")) throw new UsageError("drafts create needs text or --plan, not both");
  const json = file === undefined ? undefined : parseJsonText(await readText(invocation.io, file));
  const plan = json?.ok === true ? parseWith(ActionPlan, json.value) : json;
  if (plan?.ok === false) return refuseDocument(invocation, file ?? "", plan.issues);
  return withDrafts(invocation, async (drafts) => {
    const made = await drafts.create(plan === undefined ? { text: words } : { plan: plan.value });
    return made.ok ? printCreated(invocation, made.value) : refuse(invocation, made.problem);
  });
};

/** Approves a revision and waits. Exit 0 if applied, 1 if part of it failed, 6 if a decision is still needed. */
export const apply: Handler = (invocation) =>
  withDrafts(invocation, async (drafts) => {
    const shown = await draftAtRevision(invocation, drafts);
    if (!shown.ok) return refuse(invocation, shown.problem);
    const word = flag(invocation, "confirm") && shown.value.next.do === "confirm" ? "confirm" : "apply";
    const said = await drafts.decide(word, shown.value);
    if (!said.ok) return refuse(invocation, said.problem);
    const both = word === "apply" && flag(invocation, "confirm") && said.value.next.do === "confirm";
    const confirmed = both ? await drafts.decide("confirm", said.value) : said;
    if (!confirmed.ok) return refuse(invocation, confirmed.problem);
    const ended = await drafts.settled(confirmed.value.draft.draft_id);
    return ended.ok ? printDraft(invocation, ended.value, exitCodeOf(ended.value)) : refuse(invocation, ended.problem);
  });

export const cancel: Handler = (invocation) =>
  withDrafts(invocation, async (drafts) => {
    const shown = await draftAtRevision(invocation, drafts);
    const cancelled = shown.ok ? await drafts.decide("cancel", shown.value) : shown;
    return cancelled.ok ? printDraft(invocation, cancelled.value, exit.ok) : refuse(invocation, cancelled.problem);
  });

/** Makes a new Draft of the same request. Without --revision the newest revision is rebuilt: nothing is approved. */
export const rebuild: Handler = (invocation) =>
  withDrafts(invocation, async (drafts) => {
    const shown = await drafts.get(invocation.args[0] ?? "");
    const made = shown.ok ? await drafts.rebuild(shown.value) : shown;
    return made.ok ? printCreated(invocation, made.value) : refuse(invocation, made.problem);
  });

/** The Draft at the revision that the user reviewed. The gate refuses an outdated revision. */
export async function draftAtRevision(invocation: Invocation, drafts: DraftsAccess): Promise<DraftResult<DraftView>> {
  const revision = text(invocation, "revision");
  if (revision === undefined || !/^[1-9][0-9]{0,8}$/.test(revision))
    throw new UsageError("--revision <n> is required: a decision applies to one revision (see planwright drafts show)");
  const found = await drafts.get(invocation.args[0] ?? "");
  if (!found.ok) return found;
  const { draft, ...view } = found.value;
  return { ok: true, value: { ...view, draft: { ...draft, revision: Number(revision) } } };
}

export function exitCodeOf({ draft, next }: DraftView): ExitCode {
  if (draft.status === "APPLIED") return exit.ok;
  return next.do === "retry" ? exit.failed : exit.approval;
}

function printCreated(invocation: Invocation, made: DraftRequestOutcome): ExitCode {
  const words =
    made.kind === "draft"
      ? draftText(made.draft)
      : made.kind === "nothing"
        ? `${made.plan.summary}\n${made.plan.intent === "query" ? "" : "Nothing to change.\n"}`
        : `${made.query.plan.summary}\n`;
  print(invocation, made, words);
  return made.kind === "draft" ? exit.approval : exit.ok;
}

export function printDraft(invocation: Invocation, view: DraftView, code: ExitCode): ExitCode {
  print(invocation, view, draftText(view));
  return code;
}

function statusOf(word: string | undefined): DraftStatus | undefined {
  if (word === undefined) return undefined;
  const status = DraftStatus.safeParse(word.toUpperCase());
  if (status.success) return status.data;
  throw new UsageError(`--status must be one of ${DraftStatus.options.join(", ")}, not "${word}"`);
}

/** One line per Draft: id, status, revision, next step, summary. */
function draftLine({ draft, next }: DraftView): string {
  const { draft_id, status, revision, plan } = draft;
  return `${draft_id}  ${status.padEnd(9)}  r${revision}  ${next.do.padEnd(8)}  ${plan.summary}\n`;
}

/** A Draft as text: changes, outcomes and the next command. */
function draftText(view: DraftView): string {
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
