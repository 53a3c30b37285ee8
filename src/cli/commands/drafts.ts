import { ActionPlan } from "../../contracts/actions/plan.ts";
import { DraftStatus } from "../../contracts/actions/draft.ts";
import type { DraftView, DraftRequestOutcome } from "../../contracts/api/drafts.ts";
import { parseWith } from "../../contracts/parse.ts";
import type { Problem } from "../../contracts/problem.ts";
import { parseJsonText } from "../../plan/json-text.ts";
import type { DraftResult } from "../../runtime/drafts.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, text, UsageError } from "../command.ts";
import { readText, refuseDocument } from "../document.ts";
import { draftLine, draftText } from "../draft-text.ts";
import { type DraftsAccess, withDrafts } from "../drafts-access.ts";
import { countOf } from "./run-options.ts";

export const list: Handler = (invocation) => {
  const limit = countOf(text(invocation, "limit") ?? "20");
  const status = statusOf(text(invocation, "status"));
  return withDrafts(invocation, async (drafts) => {
    const found = await drafts.list({ limit, ...(status !== undefined && { status }) });
    say(invocation, { drafts: found }, found.map(draftLine).join(""));
    return exit.ok;
  });
};

export const show: Handler = (invocation) =>
  withDrafts(invocation, async (drafts) => {
    const found = await drafts.get(invocation.args[0] ?? "");
    return found.ok ? sayDraft(invocation, found.value, exit.ok) : refuse(invocation, found.problem);
  });

/** Words, or a plan. A query is answered at once. */
export const create: Handler = async (invocation) => {
  const file = text(invocation, "plan");
  const words = invocation.args.join(" ");
  if ((file === undefined) === (words === "")) throw new UsageError("drafts create needs words or --plan, not both");
  const json = file === undefined ? undefined : parseJsonText(await readText(invocation.io, file));
  const plan = json?.ok === true ? parseWith(ActionPlan, json.value) : json;
  if (plan?.ok === false) return refuseDocument(invocation, file ?? "", plan.issues);
  return withDrafts(invocation, async (drafts) => {
    const made = await drafts.create(plan === undefined ? { text: words } : { plan: plan.value });
    return made.ok ? sayMade(invocation, made.value) : refuse(invocation, made.problem);
  });
};

/** Approves the revision that was shown, and waits. 0 applied, 1 failed in part, 6 when a person is still needed. */
export const apply: Handler = (invocation) =>
  withDrafts(invocation, async (drafts) => {
    const shown = await shownIn(invocation, drafts);
    if (!shown.ok) return refuse(invocation, shown.problem);
    const word = flag(invocation, "confirm") && shown.value.next.do === "confirm" ? "confirm" : "apply";
    const said = await drafts.decide(word, shown.value);
    if (!said.ok) return refuse(invocation, said.problem);
    const both = word === "apply" && flag(invocation, "confirm") && said.value.next.do === "confirm";
    const confirmed = both ? await drafts.decide("confirm", said.value) : said;
    if (!confirmed.ok) return refuse(invocation, confirmed.problem);
    const ended = await drafts.settled(confirmed.value.draft.draft_id);
    return ended.ok ? sayDraft(invocation, ended.value, codeOf(ended.value)) : refuse(invocation, ended.problem);
  });

export const cancel: Handler = (invocation) =>
  withDrafts(invocation, async (drafts) => {
    const shown = await shownIn(invocation, drafts);
    const cancelled = shown.ok ? await drafts.decide("cancel", shown.value) : shown;
    return cancelled.ok ? sayDraft(invocation, cancelled.value, exit.ok) : refuse(invocation, cancelled.problem);
  });

/** The Draft at the revision the person names: what they saw. Another one makes the gate refuse. */
export async function shownIn(invocation: Invocation, drafts: DraftsAccess): Promise<DraftResult<DraftView>> {
  const revision = text(invocation, "revision");
  if (revision === undefined || !/^[1-9][0-9]{0,8}$/.test(revision))
    throw new UsageError("--revision <n> is needed: a decision is for what was shown (see planwright drafts show)");
  const found = await drafts.get(invocation.args[0] ?? "");
  if (!found.ok) return found;
  const { draft, ...view } = found.value;
  return { ok: true, value: { ...view, draft: { ...draft, revision: Number(revision) } } };
}

export function codeOf({ draft, next }: DraftView): ExitCode {
  if (draft.status === "APPLIED") return exit.ok;
  return next.do === "retry" ? exit.failed : exit.approval;
}

function sayMade(invocation: Invocation, made: DraftRequestOutcome): ExitCode {
  const words =
    made.kind === "draft"
      ? draftText(made.draft)
      : made.kind === "nothing"
        ? `${made.plan.summary}\nThere is nothing to write.\n`
        : `${made.query.plan.summary}\n${JSON.stringify(made.query.outcomes, null, 2)}\n`;
  say(invocation, made, words);
  return made.kind === "draft" ? exit.approval : exit.ok;
}

export function sayDraft(invocation: Invocation, view: DraftView, code: ExitCode): ExitCode {
  say(invocation, view, draftText(view));
  return code;
}

const approvals: ReadonlySet<string> = new Set([
  "FORBIDDEN",
  "CONFLICT",
  "APPROVAL_REQUIRED",
  "CONFIRMATION_REQUIRED",
  "DRAFT_EXPIRED",
  "DRAFT_SUPERSEDED",
  "DRAFT_CLOSED",
]);

export function refuse(invocation: Invocation, problem: Problem): ExitCode {
  const places = (problem.errors ?? []).map(({ pointer, detail, hint = "" }) => `  ${pointer} ${detail} ${hint}\n`);
  const usual = problem.code === "NOT_FOUND" ? " See planwright drafts list." : "";
  const next = problem.next_step === undefined ? usual : ` ${problem.next_step}${usual}`;
  invocation.io.err(`planwright: ${problem.code}: ${problem.detail ?? problem.title}${next}\n${places.join("")}`);
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify(problem)}\n`);
  if (approvals.has(problem.code)) return exit.approval;
  if (problem.code === "DEPENDENCY_DOWN") return exit.dependency;
  return problem.code === "INVALID_INPUT" ? exit.contract : exit.failed;
}

function statusOf(word: string | undefined): DraftStatus | undefined {
  if (word === undefined) return undefined;
  const status = DraftStatus.safeParse(word.toUpperCase());
  if (status.success) return status.data;
  throw new UsageError(`--status is one of ${DraftStatus.options.join(", ")}, not "${word}"`);
}

function say(invocation: Invocation, value: unknown, words: string): void {
  invocation.io.out(flag(invocation, "json") ? `${JSON.stringify(value)}\n` : words);
}
