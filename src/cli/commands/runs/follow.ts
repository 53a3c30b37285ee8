import type { Client } from "../../../client/index.ts";
import { type RunDetail, RunView } from "../../../contracts/api/run.ts";
import { exit, type ExitCode, flag, type Invocation, print } from "../../command.ts";
import { runText } from "../../output/run-text.ts";

/** Waits until the run ends or needs a decision that `--approve` does not give, then prints it. */
export async function follow(invocation: Invocation, client: Client, id: string): Promise<ExitCode> {
  const { io } = invocation;
  io.err(`run ${id}\n`);
  for (;;) {
    await waitForRun(invocation, client, id);
    if (!flag(invocation, "approve") || !(await approvePending(invocation, client, id))) break;
  }
  const detail = await client.getRun({ params: { id } });
  printRun(invocation, detail);
  if (io.signal.aborted) io.err("stopped; the run continues with the next command that works in this folder\n");
  if (detail.run.status === "completed" || detail.run.status === "queued") return exit.ok;
  return detail.run.status === "waiting" ? exit.approval : exit.failed;
}

export function printRun(invocation: Invocation, detail: RunDetail): void {
  print(invocation, detail, runText(detail));
}

async function waitForRun({ io }: Invocation, client: Client, id: string): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([io.signal, stop.signal]);
  for await (const { event, data } of client.runEvents({ params: { id }, signal })) {
    if (event === "end") break;
    const run = event === "run" ? RunView.safeParse(data).data : undefined;
    if (run !== undefined && needsDecision(run)) break;
  }
  stop.abort();
}

/** A run goes on by itself after a timer and after the plan of a step, unless its start lies in the future. */
function needsDecision({ waiting, status }: RunView): boolean {
  if (waiting === null || waiting.for === "plan") return false;
  return waiting.for !== "timer" || status === "queued";
}

/** Approves the writes that the run waits for; false if there are none. */
async function approvePending({ io }: Invocation, client: Client, id: string): Promise<boolean> {
  const { run, escalations } = await client.getRun({ params: { id } });
  const open = escalations.filter(({ state, kind }) => state === "open" && kind === "approval");
  if (run.status !== "waiting" || open.length === 0) return false;
  for (const { escalation_id, call } of open) {
    if (call !== null) io.err(`approved ${call.verb_id} ${JSON.stringify(call.args)}\n`);
    await client.decideEscalation({ params: { id: escalation_id }, body: { choice: "approve" } });
  }
  return true;
}
