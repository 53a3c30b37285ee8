import type { Client } from "../../client/index.ts";
import { compact } from "../../contracts/compact.ts";
import { type Escalation, RunView, type RunDetail } from "../../contracts/api/run.ts";
import { ResultRow } from "../../contracts/structured/results.ts";
import { ReplayMode } from "../../contracts/determinism/replay.ts";
import { isJsonObject } from "../../plan/json.ts";
import {
  exit,
  type ExitCode,
  flag,
  type Invocation,
  print,
  type RemoteHandler,
  text,
  UsageError,
  writeOut,
} from "../command.ts";
import { reportText } from "../commands/runs/replay.ts";
import { choiceOf, countOf, priorityOf, rerunOf, runAtOf, statusOf } from "../commands/runs/run-options.ts";
import { readDocument, refuseDocument } from "../input/document.ts";
import { printPreview } from "../output/preview-text.ts";
import { answerText, askedLine, rowsText } from "../output/run-text.ts";
import { callRoute } from "./call-route.ts";

export const list = callRoute("listRuns", {
  call: (invocation) => {
    const limit = Math.min(countOf(text(invocation, "limit") ?? "20"), 200);
    return { query: { limit, kind: "plan" as const, ...statusOf(invocation) } };
  },
  text: ({ runs }) => runs.map(runLine).join(""),
});

export const show = callRoute("getRun", { call: runOf, text: detailText });

export const cancel = callRoute("cancelRun", {
  call: (invocation) => ({
    ...runOf(invocation),
    body: { reason: text(invocation, "reason") ?? "cancelled on the command line" },
  }),
  text: runLine,
});

export const waits = callRoute("listEscalations", {
  call: (invocation) => ({ query: compact({ assignee: text(invocation, "assignee") }) }),
  text: ({ escalations }) => escalations.map(escalationText).join(""),
});

export const assign = callRoute("assignEscalation", {
  call: (invocation) => {
    const [id = "", to = ""] = invocation.args;
    return { params: { id }, body: { to, ...compact({ reason: text(invocation, "reason") }) } };
  },
  text: escalationText,
});

export const replay = callRoute("replay", {
  call(invocation) {
    const mode = ReplayMode.safeParse(text(invocation, "mode") ?? "dry_run");
    if (!mode.success) throw new UsageError(`--mode must be one of ${ReplayMode.options.join(", ")}`);
    return { body: { run_id: invocation.args[0] ?? "", mode: mode.data } };
  },
  text: reportText,
  exitCode: ({ matches }) => (matches ? exit.ok : exit.replayMismatch),
});

/** Exports the run and its journal so far. */
export const exportRun: RemoteHandler = async (invocation, client) => {
  const detail = await client.getRun(runOf(invocation));
  const journal: unknown[] = [];
  for await (const { id, event, data } of client.runEvents(runOf(invocation))) {
    if (id !== undefined) journal.push(data);
    // The journal comes before the first status event.
    else if (event === "run" || event === "end") break;
  }
  return writeOut(invocation, `${JSON.stringify({ ...detail, journal }, null, 2)}\n`);
};

export const run: RemoteHandler = async (invocation, client) => {
  const path = text(invocation, "plan");
  if (path === undefined) throw new UsageError("run needs --plan <file|->");
  const document = await readDocument(invocation.io, path);
  if (!document.ok) return refuseDocument(invocation, path, document.issues);
  if (!isJsonObject(document.value)) throw new UsageError(`${path} is not a plan`);
  if (flag(invocation, "dry-run"))
    return printPreview(invocation, await client.previewRun({ body: document.value, signal: invocation.io.signal }));
  const key = text(invocation, "key");
  const more = compact({ run_at: runAtOf(invocation), priority: priorityOf(invocation) });
  const started = await client.startRun({
    body: Object.keys(more).length === 0 ? document.value : { plan: document.value, ...more },
    query: flag(invocation, "repeat") ? { repeat: "true" } : {},
    ...(key === undefined ? {} : { idempotencyKey: key }),
  });
  return follow(invocation, client, started.run_id);
};

export const decide: RemoteHandler = async (invocation, client) => {
  const [id = ""] = invocation.args;
  const body = { ...choiceOf(invocation), ...compact({ reason: text(invocation, "reason") }) };
  const decided = await client.decideEscalation({ params: { id }, body });
  return follow(invocation, client, decided.run_id);
};

export const rerun: RemoteHandler = async (invocation, client) => {
  const { fromStep: from_step, ...args } = rerunOf(invocation);
  const made = await client.rerun({ ...runOf(invocation), body: { from_step, ...args } });
  return follow(invocation, client, made.run_id);
};

/** Waits until the run ends or needs a decision, then prints it. */
async function follow(invocation: Invocation, client: Client, id: string): Promise<ExitCode> {
  const { io } = invocation;
  io.err(`run ${id}\n`);
  for (;;) {
    await waitForRun(invocation, client, id);
    if (!flag(invocation, "approve") || !(await approvePending(invocation, client, id))) break;
  }
  const detail = await client.getRun({ params: { id } });
  print(invocation, detail, detailText(detail));
  if (detail.run.status === "completed" || detail.run.status === "queued") return exit.ok;
  return detail.run.status === "waiting" ? exit.approval : exit.failed;
}

async function waitForRun({ io }: Invocation, client: Client, id: string): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([io.signal, stop.signal]);
  for await (const { event, data } of client.runEvents({ params: { id }, signal })) {
    if (event === "end") break;
    const seen = event === "run" ? RunView.safeParse(data).data : undefined;
    if (
      seen?.waiting != null &&
      seen.waiting.for !== "plan" &&
      (seen.waiting.for !== "timer" || seen.status === "queued")
    )
      break;
  }
  stop.abort();
}

/** Approves the writes that the run waits for; false if there are none. */
async function approvePending({ io }: Invocation, client: Client, id: string): Promise<boolean> {
  const { run: head, escalations } = await client.getRun({ params: { id } });
  const open = escalations.filter(({ state, kind }) => state === "open" && kind === "approval");
  if (head.status !== "waiting" || open.length === 0) return false;
  for (const { escalation_id, call } of open) {
    if (call !== null) io.err(`approved ${call.verb_id} ${JSON.stringify(call.args)}\n`);
    await client.decideEscalation({ params: { id: escalation_id }, body: { choice: "approve" } });
  }
  return true;
}

function runOf({ args: [id = ""] }: Invocation): { params: { id: string } } {
  return { params: { id } };
}

function runLine({ run_id, status, task_status, created_at }: RunView): string {
  const words = task_status === null ? status : `${status} ${task_status}`;
  return `${run_id}  ${words.padEnd(18)}  ${created_at}\n`;
}

function detailText({ run: head, answer, results, escalations }: RunDetail): string {
  const rows = results.flatMap((row) => ResultRow.safeParse(row).data ?? []);
  const open = escalations.filter(({ state }) => state === "open");
  return [runLine(head), rowsText(rows), answerText(answer, rows), ...open.map(escalationText)].join("");
}

function escalationText(escalation: Escalation): string {
  const { escalation_id: id, question, choices, error, call, changes } = escalation;
  const asked = askedLine(escalation.assignee, escalation.deadline_at);
  const why = error === null ? "" : `  ${error.code}: ${error.message}\n`;
  const args = call === null ? "" : `  ${call.verb_id} ${JSON.stringify(call.args)}\n`;
  const diff = changes === null ? "" : `  ${JSON.stringify(changes.before)} → ${JSON.stringify(changes.after)}\n`;
  return `${id}\n  ${question}\n${args}${diff}${why}${asked}  planwright runs decide ${id} ${choices.join("|")}\n`;
}
