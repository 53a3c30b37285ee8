import { setTimeout } from "node:timers/promises";
import type { Client } from "../../../client/index.ts";
import { compact } from "../../../plan/compact.ts";
import { ActionPlan } from "../../../contracts/actions/plan.ts";
import { type ActionOutcome, DraftStatus } from "../../../contracts/actions/draft.ts";
import type { DraftChange, DraftRequestOutcome, DraftView, ShownBody } from "../../../contracts/api/drafts.ts";
import { parseWith } from "../../../plan/parse.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import {
  choiceOf,
  exit,
  type ExitCode,
  flag,
  type Handler,
  type Invocation,
  numberOf,
  print,
  text,
  UsageError,
} from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { costText } from "../../output/preview-text.ts";
import { callRoute } from "../../remote/call-route.ts";
import { clientCommand, withClient } from "../../workspace/with-client.ts";

/** The command that shows what exists. */
const draftsList = "drafts list";

export const list = clientCommand(
  draftsList,
  callRoute("listDrafts", {
    call: (invocation) => {
      const status = choiceOf(invocation, "status", DraftStatus.options);
      return { query: compact({ limit: numberOf(invocation, "limit") ?? 20, status }) };
    },
    text: ({ drafts }) => drafts.map(draftLine).join(""),
  }),
);

export const show = clientCommand(draftsList, async (invocation, client) =>
  printDraft(invocation, await getDraft(invocation, client), exit.ok),
);

/** Creates a Draft from text or a plan. Answers queries directly. */
export const create: Handler = async (invocation) => {
  const file = text(invocation, "plan");
  const words = invocation.args.join(" ");
  if ((file === undefined) === (words === "")) throw new UsageError("drafts create needs text or --plan, not both");
  const json = file === undefined ? undefined : parseJsonText(await readText(invocation.io, file));
  const plan = json?.ok === true ? parseWith(ActionPlan, json.value) : json;
  if (plan?.ok === false) return refuseDocument(invocation, file ?? "", plan.issues);
  const body = plan === undefined ? { text: words } : { plan: plan.value };
  return withDrafts(invocation, async (client) =>
    printCreated(invocation, await client.createDraft({ body, signal: invocation.io.signal })),
  );
};

/** Approves a revision and waits. Exit 0 if applied, 1 if part of it failed, 6 if a decision is still needed. */
export const apply: Handler = (invocation) =>
  withDrafts(invocation, async (client) => {
    const view = await draftAtRevision(invocation, client);
    const isSecond = flag(invocation, "confirm") && view.next.do === "confirm";
    const decide = isSecond ? client.confirmDraft : client.applyDraft;
    const decided = await decide(shownIn(invocation, view));
    if (!isSecond && flag(invocation, "confirm") && decided.next.do === "confirm")
      await client.confirmDraft(shownIn(invocation, decided));
    return printSettled(invocation, client);
  });

export const cancel: Handler = (invocation) =>
  withDrafts(invocation, async (client) => {
    const view = await draftAtRevision(invocation, client);
    return printDraft(invocation, await client.cancelDraft(shownIn(invocation, view)), exit.ok);
  });

/** Makes a new Draft of the same request. Without --revision the newest revision is rebuilt: nothing is approved. */
export const rebuild: Handler = (invocation) =>
  withDrafts(invocation, async (client) => {
    const view = await getDraft(invocation, client);
    return printCreated(invocation, await client.rebuildDraft(shownIn(invocation, view)));
  });

/** Works with Drafts; in a workspace this process also applies them. */
export function withDrafts(invocation: Invocation, work: (client: Client) => Promise<ExitCode>): Promise<ExitCode> {
  return withClient(invocation, draftsList, async (client, planwright) => {
    await planwright?.start();
    return work(client);
  });
}

function getDraft({ args: [id = ""] }: Invocation, client: Client): Promise<DraftView> {
  return client.getDraft({ params: { id } });
}

/** The Draft at the revision that the user reviewed. The gate refuses an outdated revision. */
export async function draftAtRevision(invocation: Invocation, client: Client): Promise<DraftView> {
  const revision = numberOf(invocation, "revision");
  if (revision === undefined)
    throw new UsageError("--revision <n> is required: a decision applies to one revision (see planwright drafts show)");
  const { draft, ...view } = await getDraft(invocation, client);
  return { ...view, draft: { ...draft, revision } };
}

/** The Draft as it was shown, to which a decision is bound. */
export function shownIn(
  invocation: Invocation,
  { draft: { draft_id: id, revision }, action_hash }: DraftView,
): { params: { id: string }; body: ShownBody } {
  return { params: { id }, body: compact({ revision, action_hash, reason: text(invocation, "reason") }) };
}

const firstPollMs = 10;
const longestPollMs = 500;

/** Waits until the Draft is no longer being applied, then prints it. */
export async function printSettled(invocation: Invocation, client: Client): Promise<ExitCode> {
  let view = await getDraft(invocation, client);
  for (let ms = firstPollMs; view.next.do === "wait" && !invocation.io.signal.aborted; ms *= 2) {
    await setTimeout(Math.min(ms, longestPollMs));
    view = await getDraft(invocation, client);
  }
  return printDraft(invocation, view, exitCodeOf(view));
}

function exitCodeOf({ draft, next }: DraftView): ExitCode {
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

function printDraft(invocation: Invocation, view: DraftView, code: ExitCode): ExitCode {
  print(invocation, view, draftText(view));
  return code;
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
  if (change === undefined) return [];
  return [`${change.before === null ? "" : `${JSON.stringify(change.before)} → `}${JSON.stringify(change.after)}`];
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
