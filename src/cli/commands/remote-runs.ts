import type { Client } from "../../client/index.ts";
import type { RunView } from "../../contracts/api/run.ts";
import { exit, type ExitCode, flag, type Invocation, text } from "../command.ts";

type There = (client: Client) => Promise<ExitCode>;

/** `runs … --url`: the same questions, asked of a server. */
export function remoteList(invocation: Invocation, limit: number): There {
  return async (client) => {
    const { runs } = await client.listRuns({ query: { limit: Math.min(limit, 200) } });
    return say(invocation, runs, runs.map(line).join(""));
  };
}

export function remoteShow(invocation: Invocation, id: string): There {
  return async (client) => {
    const detail = await client.getRun({ params: { id } });
    const rows = detail.results.map((row) => `  ${JSON.stringify(row)}\n`);
    const open = detail.escalations.filter(({ state }) => state === "open");
    const asked = open.map(
      ({ escalation_id, question, choices }) => `${escalation_id}\n  ${question} ${choices.join("|")}\n`,
    );
    return say(invocation, detail, [line(detail.run), ...rows, ...asked].join(""));
  };
}

export function remoteCancel(invocation: Invocation, id: string): There {
  return async (client) => {
    const reason = text(invocation, "reason") ?? "cancelled on the command line";
    const run = await client.cancelRun({ params: { id }, body: { reason } });
    return say(invocation, run, line(run));
  };
}

function line({ run_id, status, task_status, created_at }: RunView): string {
  const words = task_status === null ? status : `${status} ${task_status}`;
  return `${run_id}  ${words.padEnd(18)}  ${created_at}\n`;
}

function say(invocation: Invocation, value: unknown, words: string): ExitCode {
  invocation.io.out(flag(invocation, "json") ? `${JSON.stringify(value)}\n` : words);
  return exit.ok;
}
