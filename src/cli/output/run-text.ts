import type { Escalation, RunDetail, RunView } from "../../contracts/api/run.ts";
import { ResultRow } from "../../contracts/structured/results.ts";

/** One line per run: id, status, creation time, origin. */
export function runLine({ run_id, status, task_status, waiting, origin, created_at }: RunView): string {
  const words =
    waiting !== null && status === "queued"
      ? `due ${waiting.until}`
      : [waiting === null ? status : `${status}: ${waiting.for}`, task_status ?? []].flat().join(" ");
  const of = origin.draft_id ?? origin.run_id ?? origin.plan?.name;
  return `${run_id}  ${words.padEnd(18)}  ${created_at}${of === undefined ? "" : `  ${origin.kind} of ${of}`}\n`;
}

/** A run as text: steps, answer, open decisions and the next command. */
export function runText({ run, answer, results, escalations }: RunDetail): string {
  const rows = results.flatMap((row) => ResultRow.safeParse(row).data ?? []);
  const open = escalations.filter(({ state }) => state === "open");
  return [runLine(run), rowsText(rows), answerText(answer, rows), ...open.map(escalationText)].join("");
}

/** One line per step: whether it is ok, and why not. */
function rowsText(rows: readonly ResultRow[]): string {
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

/** The answer of the run; without one, the output of its last step. */
function answerText(answer: string | null, rows: readonly ResultRow[]): string {
  const output = rows.findLast(({ ok, output: value }) => ok && value !== undefined && value !== null)?.output;
  const said = answer ?? (output === undefined ? "" : shorten(JSON.stringify(output)));
  return said === "" ? "" : `\n${said}\n`;
}

const longestOutput = 2000;

export function shorten(text: string, longest = longestOutput): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

/** An open decision with what the operator needs to know. */
export function escalationText(escalation: Escalation): string {
  const { escalation_id: id, kind, question, choices, answers, error, call, changes, assignee } = escalation;
  const asked = [assignee && `asked: ${assignee}`, escalation.deadline_at && `until ${escalation.deadline_at}`];
  const notes = [
    question,
    call && `${call.verb_id} ${JSON.stringify(call.args)}`,
    changes && `${JSON.stringify(changes.before)} → ${JSON.stringify(changes.after)}`,
    error && `${error.code}: ${error.message}`,
    asked.filter(Boolean).join(", "),
    `planwright runs decide ${id} ${kind === "answer" ? `answer ${answers.join("|") || "<text>"}` : choices.join("|")}`,
  ];
  return `${id}\n${notes.flatMap((note) => (note ? [`  ${note}\n`] : [])).join("")}`;
}
