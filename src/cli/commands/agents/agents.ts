import { type Client, ProblemError } from "../../../client/index.ts";
import { compact } from "../../../plan/compact.ts";
import {
  type AgentDetail,
  type AgentMonth,
  type AgentRunView,
  BackfillRequest,
} from "../../../contracts/api/agents.ts";
import { columns } from "../../output/columns.ts";
import { countOf } from "../../output/count-of.ts";
import { costText } from "../../output/preview-text.ts";
import { nearest } from "../../../plan/nearest.ts";
import {
  exit,
  type ExitCode,
  flag,
  type Handler,
  type Invocation,
  numberOf,
  text,
  UsageError,
  writeOut,
} from "../../command.ts";
import { callRoute } from "../../remote/call-route.ts";
import { withClient } from "../../workspace/with-client.ts";

/** Works with the agents; in a workspace their profiles are loaded first. */
function withAgents(
  invocation: Invocation,
  work: (client: Client, start: () => Promise<void>) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withClient(invocation, "agents list", async (client, planwright) => {
    await planwright?.agents.load();
    return work(client, async () => planwright?.start());
  });
}

export const list: Handler = (invocation) =>
  withAgents(invocation, (client) =>
    callRoute("listAgents", {
      call: () => ({}),
      text: ({ agents }) =>
        columns(
          agents.map(({ id, enabled, status, autonomy_level, last_run, next_scheduled_run }) => [
            id,
            enabled ? status : "disabled",
            `level ${autonomy_level}`,
            `last ${last_run ?? "never"}`,
            `next ${next_scheduled_run ?? "not scheduled"}`,
          ]),
        ) || "No agents. Add a profile to agents/; see docs/agents.md.\n",
    })(invocation, client),
  );

export const show: Handler = (invocation) =>
  withAgent(invocation, async (client, params) => {
    const detail = await client.getAgent({ params });
    if (flag(invocation, "json")) return detail;
    const { agent, profile, triggers, next_runs, quota, warnings } = detail;
    const lines = [
      `${agent.id}: ${profile.description}`,
      `${agent.enabled ? agent.status : "disabled"}, level ${agent.autonomy_level}, version ${detail.version}, ${detail.file ?? "stored over HTTP"}`,
      ...triggers.map(({ says }) => `runs on ${says}`),
      ...next_runs.map((at) => `next ${at}`),
      `today ${quota.runs_today} of ${quota.max_runs_per_day} runs; the day ends ${quota.day_ends_at}`,
      `running ${quota.active} of ${quota.max_concurrent_runs}, waiting ${quota.waiting}${quota.ready_at === null ? "" : `, next run at ${quota.ready_at} at the earliest`}`,
      monthText(detail.month),
      ...warnings.map((warning) => `warning: ${warning}`),
    ];
    return lines.join("\n");
  });

/** `30 days: 8 to 90 runs, 0 to 12 ¢; expected 4 ¢; the last 30 days: 6 runs, 3 ¢`. */
function monthText({
  least_runs: least,
  most_runs: most,
  cost,
  expected_micro_cents: expected,
  last,
}: AgentMonth): string {
  const cents = (amount: number): string =>
    costText({ least_micro_cents: amount, most_micro_cents: amount, unpriced: [] });
  return [
    `30 days: ${least === most ? "" : `${least} to `}${countOf(most, "run")}, ${costText(cost)}`,
    ...(expected === null ? [] : [`expected ${cents(expected)}`]),
    `the last 30 days: ${countOf(last.runs, "run")}, ${cents(last.micro_cents)} for models`,
  ].join("; ");
}

/** The limits of an agent, and a run that is still under way when the wait for it ends. */
const limitCodes: ReadonlySet<string> = new Set(["AGENT_DISABLED", "QUOTA_EXCEEDED", "BUDGET_EXHAUSTED", "TIMEOUT"]);

export const run: Handler = (invocation) =>
  withAgents(invocation, (client, start) =>
    forAgent(invocation, client, async (params) => {
      const goal = text(invocation, "goal");
      const body = compact({ force: flag(invocation, "force"), override_goal_description: goal });
      await start();
      try {
        const record = await client.runAgentOnce({ params, body });
        if (flag(invocation, "json")) printJson(invocation, record);
        else invocation.io.out(`${describeRun(record)}\n`);
        const { outcome } = record.result_summary;
        if (outcome === "awaits_approval") return exit.approval;
        return record.status === "success" && outcome !== "asked" ? exit.ok : exit.failed;
      } catch (error) {
        if (!(error instanceof ProblemError) || !limitCodes.has(error.problem.code)) throw error;
        invocation.io.err(`planwright: ${error.problem.detail ?? error.problem.title}\n`);
        return exit.budget;
      }
    }),
  );

/** How a run ended for people: a question or a call that awaits approval is not a success. */
function statusOf(run: AgentRunView): string {
  const outcome = (run.status === "running" ? undefined : run.result_summary.outcome) ?? "answered";
  return outcome === "answered" ? run.status : outcome.replace("_", " ");
}

function describeRun(record: AgentRunView): string {
  if (record.status === "running") return `running ${record.run_id} since ${record.started_at}`;
  const { final_answer_excerpt: excerpt, changes, outputs = [] } = record.result_summary;
  const outcomes = outputs.map(
    ({ output, state, detail }) => `${output}: ${state}${detail === undefined ? "" : ` (${detail})`}`,
  );
  return [
    `${statusOf(record)} ${record.run_id}`,
    excerpt,
    ...(changes === undefined ? [] : [changes]),
    ...outcomes,
  ].join("\n");
}

export const enable: Handler = (invocation) => setEnabled(invocation, true);
export const disable: Handler = (invocation) => setEnabled(invocation, false);

function setEnabled(invocation: Invocation, isEnabled: boolean): Promise<ExitCode> {
  return withAgent(invocation, async (client, params) => {
    const status = isEnabled
      ? await client.enableAgent({ params, body: {} })
      : await client.disableAgent({ params, body: compact({ note: text(invocation, "note") }) });
    return flag(invocation, "json") ? status : `${params.id} is ${isEnabled ? "enabled" : "disabled"}`;
  });
}

/** Fires the slots of a range in the past. */
export const backfill: Handler = (invocation) =>
  withAgent(invocation, async (client, params) => {
    const range = BackfillRequest.safeParse({ from: text(invocation, "from"), to: text(invocation, "to") });
    if (!range.success) throw new UsageError("backfill needs --from <time> and --to <time>, as 2026-11-01T00:00:00Z");
    const { decisions } = await client.backfillAgent({ params, body: range.data });
    if (flag(invocation, "json")) return { decisions };
    return decisions.length === 0 ? "No slots in this range." : decisions.map(({ says }) => says).join("\n");
  });

export const runs: Handler = (invocation) =>
  withAgent(invocation, async (client, params) => {
    const [, run] = invocation.args;
    if (run !== undefined) {
      const one = await client.getAgentRun({ params: { ...params, run } });
      return flag(invocation, "json") ? one : describeRun(one);
    }
    const page = await client.listAgentRuns({ params, query: { limit: numberOf(invocation, "limit") ?? 20 } });
    if (flag(invocation, "json")) return page;
    const rows = page.runs.map((one) => [
      one.run_id,
      statusOf(one),
      one.started_at,
      one.status === "running" ? "" : one.result_summary.final_answer_excerpt.replaceAll(/\s+/g, " ").slice(0, 60),
    ]);
    return rows.length === 0 ? "No runs." : columns(rows).trimEnd();
  });

export const exportRuns: Handler = (invocation) =>
  withAgents(invocation, (client) =>
    forAgent(invocation, client, async (params) => writeOut(invocation, await client.exportAgentRuns({ params }))),
  );

export const why: Handler = (invocation) =>
  withAgent(invocation, async (client, params) => {
    const page = await client.listDecisions({ params, query: { limit: numberOf(invocation, "limit") ?? 20 } });
    if (flag(invocation, "json")) return page;
    const isKnown = (await client.listAgents()).agents.some(({ id }) => id === params.id);
    const detail = isKnown ? await client.getAgent({ params }) : undefined;
    const decisions = page.decisions.map(({ says }) => says);
    return [...decisions, nextRunText(params.id, detail, decisions.length > 0)].join("\n");
  });

/** When the agent runs next. */
function nextRunText(id: string, detail: AgentDetail | undefined, hasCome: boolean): string {
  if (detail === undefined) return `${id} no longer exists; these are its last decisions.`;
  const { agent, triggers } = detail;
  if (!agent.enabled) return `${id} is disabled, so its triggers do not fire.`;
  const waits = triggers.map(({ says }) => says).join("; or on ");
  const on = waits === "" ? "request only" : waits;
  const next = agent.next_scheduled_run === null ? "" : ` Next scheduled run: ${agent.next_scheduled_run}.`;
  return `${hasCome ? "It runs" : `No trigger of ${id} has fired yet. It runs`} on ${on}.${next}`;
}

/** Prints the result for one agent: text as it is, anything else as JSON. */
function withAgent(
  invocation: Invocation,
  work: (client: Client, params: { id: string }) => Promise<string | object>,
): Promise<ExitCode> {
  return withAgents(invocation, (client) =>
    forAgent(invocation, client, async (params) => {
      const found = await work(client, params);
      if (typeof found !== "string") return printJson(invocation, found);
      invocation.io.out(`${found}\n`);
      return exit.ok;
    }),
  );
}

function printJson({ io }: Invocation, value: object): ExitCode {
  io.out(`${JSON.stringify(value)}\n`);
  return exit.ok;
}

/** Works with the agent of the first argument. Suggests another one if it does not exist. */
async function forAgent(
  { io, args: [id = ""] }: Invocation,
  client: Client,
  work: (params: { id: string }) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work({ id });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "NOT_FOUND") throw error;
    const known = (await client.listAgents()).agents.map((agent) => agent.id);
    if (known.includes(id)) throw error;
    // Accept an id without its common prefix.
    const close = known.find((one) => one.endsWith(`.${id}`)) ?? nearest(id, known);
    const next = close === undefined ? "See planwright agents list." : `Did you mean ${close}?`;
    io.err(`planwright: there is no agent ${id}. ${next}\n`);
    return exit.failed;
  }
}
