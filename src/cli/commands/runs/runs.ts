import type { Client } from "../../../client/index.ts";
import { RunState } from "../../../contracts/api/run.ts";
import { compact } from "../../../plan/compact.ts";
import { ReplayMode, type ReplayReport } from "../../../contracts/determinism/replay.ts";
import { choiceOf, exit, type Handler, type Invocation, numberOf, print, text, writeOut } from "../../command.ts";
import { countOf } from "../../output/count-of.ts";
import { escalationText, runLine } from "../../output/run-text.ts";
import { callRoute } from "../../remote/call-route.ts";
import { clientCommand, withClient } from "../../workspace/with-client.ts";
import { follow, printRun } from "./follow.ts";
import { decisionOf, rerunOf } from "./run-options.ts";

/** The command that shows what exists. */
export const runsList = "runs list";

export const list = clientCommand(
  runsList,
  callRoute("listRuns", {
    call: (invocation) => {
      const status = choiceOf(invocation, "status", RunState.options);
      return { query: { limit: numberOf(invocation, "limit") ?? 20, kind: "plan" as const, ...compact({ status }) } };
    },
    text: ({ runs }) => runs.map(runLine).join(""),
  }),
);

export const show = clientCommand(runsList, async (invocation, client) => {
  printRun(invocation, await client.getRun(runOf(invocation)));
  return exit.ok;
});

/** Exports a run as one JSON document, with its journal so far. */
export const exportRun = clientCommand(runsList, async (invocation, client) => {
  const detail = await client.getRun(runOf(invocation));
  const journal: unknown[] = [];
  for await (const { id, event, data } of client.runEvents(runOf(invocation))) {
    if (id !== undefined) journal.push(data);
    // The journal comes before the first status event.
    else if (event === "run" || event === "end") break;
  }
  return writeOut(invocation, `${JSON.stringify({ ...detail, journal }, null, 2)}\n`);
});

export const cancel: Handler = (invocation) =>
  withClient(invocation, runsList, async (client, planwright) => {
    await planwright?.start();
    const body = { reason: text(invocation, "reason") ?? "cancelled on the command line" };
    await client.cancelRun({ ...runOf(invocation), body });
    const code = await follow(invocation, client, runOf(invocation).params.id);
    return code === exit.failed ? exit.ok : code;
  });

export const waits = clientCommand(
  "runs waits",
  callRoute("listEscalations", {
    call: (invocation) => ({ query: compact({ assignee: text(invocation, "assignee") }) }),
    text: ({ escalations }) => escalations.map(escalationText).join(""),
  }),
);

export const assign = clientCommand(
  "runs waits",
  callRoute("assignEscalation", {
    call: (invocation) => {
      const [id = "", to = ""] = invocation.args;
      return { params: { id }, body: { to, ...compact({ reason: text(invocation, "reason") }) } };
    },
    text: escalationText,
  }),
);

export const decide: Handler = (invocation) => {
  const body = { ...decisionOf(invocation), ...compact({ reason: text(invocation, "reason") }) };
  return change(invocation, "runs waits", (client) => client.decideEscalation({ ...runOf(invocation), body }));
};

export const rerun: Handler = (invocation) => {
  const { fromStep: from_step, ...args } = rerunOf(invocation);
  return change(invocation, runsList, (client) => client.rerun({ ...runOf(invocation), body: { from_step, ...args } }));
};

/** Makes the change, and follows the run that goes on by it. */
function change(invocation: Invocation, listed: string, make: (client: Client) => Promise<{ run_id: string }>) {
  return withClient(invocation, listed, async (client, planwright) => {
    await planwright?.start();
    return follow(invocation, client, (await make(client)).run_id);
  });
}

/** Exit 0 if the replay matches the record, 4 if it differs. */
export const replay: Handler = (invocation) => {
  const mode = choiceOf(invocation, "mode", ReplayMode.options) ?? "dry_run";
  return withClient(invocation, runsList, async (client, planwright) => {
    if (mode === "full_replay") await planwright?.start();
    const report = await client.replay({ body: { run_id: runOf(invocation).params.id, mode } });
    print(invocation, report, replayText(report));
    return report.matches ? exit.ok : exit.replayMismatch;
  });
};

function runOf({ args: [id = ""] }: Invocation): { params: { id: string } } {
  return { params: { id } };
}

function replayText(report: ReplayReport): string {
  const note = report.note === undefined ? "" : `${report.note}\n`;
  const what = `${note}${report.mode} of ${report.run_id}: ${countOf(report.steps_compared, "step")}`;
  if (report.matches) return `${what}, all as recorded\n`;
  const { step_id: step, aspect, recorded, replayed } = report.first_divergence;
  const more = report.divergences.length - 1;
  return [
    `${what}, first divergence at ${step}: ${aspect}\n`,
    `  recorded ${JSON.stringify(recorded)}\n  replayed ${JSON.stringify(replayed)}\n`,
    ...(more > 0 ? [`  and ${more} more (--json shows all)\n`] : []),
  ].join("");
}
