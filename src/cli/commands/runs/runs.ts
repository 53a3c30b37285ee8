import { compact } from "../../../contracts/compact.ts";
import type { Issue } from "../../../plan/issue.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, print, text, writeOut } from "../../command.ts";
import { issueLine } from "../../input/document.ts";
import { withRuns } from "../../workspace/local-runs.ts";
import { runLine, runText, waitText } from "../../output/run-text.ts";
import { choiceOf, countOf, rerunOf, statusOf } from "./run-options.ts";
import { follow } from "./run.ts";

export const list: Handler = async (invocation) => {
  const limit = countOf(text(invocation, "limit") ?? "20");
  return withRuns(invocation, async ({ runs, tenant }) => {
    const found = await runs.list({ tenant, limit, ...statusOf(invocation) });
    return print(invocation, found, found.map(runLine).join(""));
  });
};

export const show: Handler = (invocation) =>
  withRuns(invocation, async ({ runs, tenant }) => {
    const runId = invocation.args[0] ?? "";
    const view = await runs.view({ tenant, runId });
    if (view === undefined) return printIssues(invocation, [unknownRun(runId)]);
    const { run, rows, meta, waits } = view;
    return print(invocation, { run, rows: [...rows, meta], waits }, runText(view));
  });

/** Exports a run as one JSON document: run, plan, journal, results and waits. */
export const exportRun: Handler = (invocation) =>
  withRuns(invocation, async ({ runs, tenant }) => {
    const runId = invocation.args[0] ?? "";
    const view = await runs.view({ tenant, runId });
    if (view === undefined) return printIssues(invocation, [unknownRun(runId)]);
    const { rows, meta, ...rest } = view;
    return writeOut(invocation, `${JSON.stringify({ ...rest, rows: [...rows, meta] }, null, 2)}\n`);
  });

export const cancel: Handler = (invocation) =>
  withRuns(invocation, async (local) => {
    const [runId = ""] = invocation.args;
    const why = { by: local.caller, reason: text(invocation, "reason") ?? "cancelled on the command line" };
    const answer = await local.runs.cancel({ tenant: local.tenant, runId }, why);
    if (!answer.ok) return printIssues(invocation, answer.issues);
    const code = await follow(invocation, local, runId);
    return code === exit.failed ? exit.ok : code;
  });

export const waits: Handler = (invocation) =>
  withRuns(invocation, async ({ runs, tenant }) => {
    const assignee = text(invocation, "assignee");
    const all = await runs.waits(tenant);
    const open = all.filter(({ followUp }) => assignee === undefined || followUp?.assignee === assignee);
    return print(invocation, open, open.map(waitText).join(""));
  });

export const decide: Handler = async (invocation) => {
  const [waitId = ""] = invocation.args;
  const choice = { ...choiceOf(invocation), ...compact({ reason: text(invocation, "reason") }) };
  return withRuns(invocation, async (local) => {
    const answer = await local.runs.decide({ tenant: local.tenant, waitId }, choice, local.caller);
    if (!answer.ok) return printIssues(invocation, answer.issues);
    return follow(invocation, local, answer.value.runId);
  });
};

export const assign: Handler = (invocation) =>
  withRuns(invocation, async ({ runs, tenant, caller: by }) => {
    const [waitId = "", to = ""] = invocation.args;
    const reason = text(invocation, "reason");
    const assigned = await runs.assign({ tenant, waitId }, { to, by, ...compact({ reason }) });
    if (!assigned.ok) return printIssues(invocation, assigned.issues);
    return print(invocation, assigned.value, waitText(assigned.value));
  });

export const rerun: Handler = (invocation) =>
  withRuns(invocation, async (local) => {
    const [runId = ""] = invocation.args;
    const { tenant, caller } = local;
    const made = await local.runs.rerun({ tenant, runId, caller, ...rerunOf(invocation) });
    return made.ok ? follow(invocation, local, made.value.id) : printIssues(invocation, made.issues);
  });

function unknownRun(runId: string): Issue {
  return { code: "RUN_NOT_FOUND", pointer: "", message: `there is no run ${runId}`, hint: "See planwright runs list." };
}

export function printIssues(invocation: Invocation, issues: readonly Issue[]): ExitCode {
  invocation.io.err(issues.map((issue) => issueLine(placeOf(invocation, issue), issue)).join(""));
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ issues })}\n`);
  return exit.failed;
}

/** Prefixes the id if the message does not contain it. */
function placeOf({ args: [id = ""] }: Invocation, { message }: Issue): string {
  return message.includes(id) ? "" : id;
}
