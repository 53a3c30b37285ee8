import { parseJsonText } from "../../plan/json-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { Issue } from "../../plan/issue.ts";
import type { Choice } from "../../runtime/runs.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, text, UsageError } from "../command.ts";
import { issueLine } from "../document.ts";
import { withRuns } from "../local-runs.ts";
import { hereOrThere } from "../remote.ts";
import { runLine, runText, waitText } from "../run-text.ts";
import { remoteCancel, remoteList, remoteShow } from "./remote-runs.ts";
import { follow } from "./run.ts";

export const list: Handler = async (invocation) => {
  const limit = countOf(text(invocation, "limit") ?? "20");
  const here = (): Promise<ExitCode> =>
    withRuns(invocation, async ({ runs, tenant }) => {
      const found = await runs.list({ tenant, limit });
      say(invocation, found, found.map(runLine).join(""));
      return exit.ok;
    });
  return hereOrThere(invocation, here, remoteList(invocation, limit));
};

export const show: Handler = (invocation) =>
  hereOrThere(invocation, () => showHere(invocation), remoteShow(invocation, invocation.args[0] ?? ""));

const showHere: Handler = (invocation) =>
  withRuns(invocation, async ({ runs, tenant }) => {
    const runId = invocation.args[0] ?? "";
    const view = await runs.view({ tenant, runId });
    if (view === undefined) return refuse(invocation, [noRun(runId)]);
    const { run, rows, meta, waits } = view;
    say(invocation, { run, rows: [...rows, meta], waits }, runText(view));
    return exit.ok;
  });

/** Everything about a run as one JSON document: the run, its plan, its journal, its rows and its waits. */
export const exportRun: Handler = (invocation) =>
  withRuns(invocation, async ({ runs, tenant }) => {
    const runId = invocation.args[0] ?? "";
    const view = await runs.view({ tenant, runId });
    if (view === undefined) return refuse(invocation, [noRun(runId)]);
    const { rows, meta, ...rest } = view;
    const document = `${JSON.stringify({ ...rest, rows: [...rows, meta] }, null, 2)}\n`;
    const out = text(invocation, "out");
    if (out === undefined) invocation.io.out(document);
    else await invocation.io.write(out, document);
    return exit.ok;
  });

export const cancel: Handler = (invocation) =>
  hereOrThere(invocation, () => cancelHere(invocation), remoteCancel(invocation, invocation.args[0] ?? ""));

const cancelHere: Handler = (invocation) =>
  withRuns(invocation, async (local) => {
    const [runId = ""] = invocation.args;
    const why = { by: local.caller, reason: text(invocation, "reason") ?? "cancelled on the command line" };
    const answer = await local.runs.cancel({ tenant: local.tenant, runId }, why);
    if (!answer.ok) return refuse(invocation, answer.issues);
    const code = await follow(invocation, local, runId);
    return code === exit.failed ? exit.ok : code;
  });

export const waits: Handler = (invocation) =>
  withRuns(invocation, async ({ runs, tenant }) => {
    const open = await runs.waits(tenant);
    say(invocation, open, open.map(waitText).join(""));
    return exit.ok;
  });

export const decide: Handler = async (invocation) => {
  const [waitId = "", word = ""] = invocation.args;
  const choice = choiceOf(word, jsonOf(invocation, "args"), jsonOf(invocation, "output"));
  return withRuns(invocation, async (local) => {
    const answer = await local.runs.decide({ tenant: local.tenant, waitId }, choice, local.caller);
    if (!answer.ok) return refuse(invocation, answer.issues);
    return follow(invocation, local, answer.value.runId);
  });
};

export const rerun: Handler = (invocation) =>
  withRuns(invocation, async (local) => {
    const [runId = ""] = invocation.args;
    const fromStep = text(invocation, "from");
    if (fromStep === undefined) throw new UsageError("rerun needs --from <step>");
    const args = jsonOf(invocation, "args");
    if (args !== undefined && !isJsonObject(args)) throw new UsageError("--args is a JSON object");
    const { tenant, caller } = local;
    const made = await local.runs.rerun({ tenant, runId, fromStep, caller, ...(args === undefined ? {} : { args }) });
    return made.ok ? follow(invocation, local, made.value.id) : refuse(invocation, made.issues);
  });

function choiceOf(word: string, args: Json | undefined, output: Json | undefined): Choice {
  switch (word) {
    case "retry":
    case "skip":
    case "abort":
    case "approve":
    case "resend":
      return { choice: word };
    case "done":
      return { choice: word, output: output ?? null };
    case "edit":
      if (!isJsonObject(args)) throw new UsageError("edit needs --args with a JSON object");
      return { choice: word, args: args satisfies JsonObject };
    default:
      throw new UsageError(`"${word}" is none of retry, edit, skip, abort, approve, done, resend`);
  }
}

function jsonOf(invocation: Invocation, option: string): Json | undefined {
  const given = text(invocation, option);
  if (given === undefined) return undefined;
  const parsed = parseJsonText(given);
  if (!parsed.ok) throw new UsageError(`--${option} is not JSON: ${parsed.issues[0]?.message ?? ""}`);
  return parsed.value;
}

function countOf(word: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(word)) throw new UsageError(`--limit is a number from 1 to 9999, not "${word}"`);
  return Number(word);
}

function noRun(runId: string): Issue {
  return { code: "RUN_NOT_FOUND", pointer: "", message: `there is no run ${runId}`, hint: "See planwright runs list." };
}

function say(invocation: Invocation, value: unknown, words: string): void {
  invocation.io.out(flag(invocation, "json") ? `${JSON.stringify(value)}\n` : words);
}

export function refuse(invocation: Invocation, issues: readonly Issue[]): ExitCode {
  invocation.io.err(issues.map((issue) => issueLine(invocation.args[0] ?? "", issue)).join(""));
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ issues })}\n`);
  return exit.failed;
}
