import type { Run } from "../../ports/run.ts";
import type { ResultRow } from "../../contracts/structured/results.ts";
import { runAnswer } from "../../runs/run-answer.ts";
import type { RunView } from "../../runs/run-view.ts";
import type { Wait } from "../../ports/wait.ts";

/** One line per run: id, status, creation time, origin. */
export function runLine(run: Run): string {
  const { origin: from } = run;
  const of = "draftId" in from ? from.draftId : "runId" in from ? from.runId : "name" in from ? from.name : undefined;
  const origin = of === undefined ? "" : `  ${from.kind} of ${of}`;
  return `${run.id}  ${statusOf(run).padEnd(18)}  ${new Date(run.createdAt).toISOString()}${origin}\n`;
}

/** A run as text: steps, answer, open decisions and the next command. */
export function runText({ run, rows, meta, waits }: RunView): string {
  if (run.status === "queued") return runLine(run);
  const open = waits.filter((wait) => wait.state === "open");
  const said = answerText(runAnswer(rows), rows);
  return [runLine(run), rowsText(rows), `  ${meta.task_status}\n`, said, ...open.map(waitText)].join("");
}

/** One line per step: whether it is ok, and why not. */
export function rowsText(rows: readonly ResultRow[]): string {
  const width = Math.max(...rows.map((row) => row.step_id.length));
  const lines = rows.map((row) => {
    const mark = row.ok ? "ok" : row.skipped ? "skipped" : "failed";
    const reused = row.reused && `reused: run ${row.reused.run_id} did it on ${row.reused.at}. ${row.reused.hint}`;
    const undone = row.undone?.map((one) =>
      one.ok ? `undone by ${one.tool}` : `not undone: ${one.error ?? "skipped"}`,
    );
    const why = [row.reason, row.error, row.degraded_reason, reused, ...new Set(undone)].filter(Boolean).join(": ");
    return `  ${row.step_id.padEnd(width)}  ${mark.padEnd(7)}  ${row.tool}${why === "" ? "" : `  (${why})`}\n`;
  });
  return lines.join("");
}

/** What the run says; where it says nothing, the output of its last step. */
export function answerText(answer: string | null | undefined, rows: readonly ResultRow[]): string {
  const output = rows.findLast(({ ok, output: value }) => ok && value !== undefined && value !== null)?.output;
  const said = answer ?? (output === undefined ? "" : shorten(JSON.stringify(output)));
  return said === "" ? "" : `\n${said}\n`;
}

const longestOutput = 2000;

export function shorten(text: string, longest = longestOutput): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

/** An open decision with what the operator needs to know. */
export function waitText(wait: Wait): string {
  const call = wait.call === undefined ? "" : `  ${wait.call.verb} ${JSON.stringify(wait.call.args)}\n`;
  const error = wait.error === undefined ? "" : `  ${wait.error.code}: ${wait.error.message}\n`;
  const choices = wait.kind === "answer" ? `answer ${wait.answers?.join("|") ?? "<text>"}` : wait.choices.join("|");
  const { assignee, deadlineAt } = wait.followUp ?? {};
  const asked = askedLine(assignee, deadlineAt === undefined ? undefined : new Date(deadlineAt).toISOString());
  return `${wait.id}\n  ${wait.question}\n${call}${error}${asked}  planwright runs decide ${wait.id} ${choices}\n`;
}

/** Who is asked, and until when. */
export function askedLine(assignee: string | null | undefined, deadline: string | null | undefined): string {
  const words = [assignee && `asked: ${assignee}`, deadline && `until ${deadline}`].filter(Boolean);
  return words.length === 0 ? "" : `  ${words.join(", ")}\n`;
}

function statusOf(run: Run): string {
  if (run.status === "waiting") return `waiting: ${run.waiting.for}`;
  if (run.status === "queued" && run.runAt !== undefined) return `due ${new Date(run.runAt).toISOString()}`;
  return "taskStatus" in run ? `${run.status} ${run.taskStatus}` : run.status;
}
