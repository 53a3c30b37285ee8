import {
  StandingApprovalInput,
  type StandingApprovalView,
  type PlanSchedule,
  PlanScheduleInput,
} from "../../../contracts/api/plans.ts";
import { compact } from "../../../plan/compact.ts";
import { parseWith } from "../../../plan/parse.ts";
import { flag, type Handler, type Invocation, numberOf, print, text, UsageError } from "../../command.ts";
import { callRoute } from "../../remote/call-route.ts";
import { clientCommand, withClient } from "../../workspace/with-client.ts";
import { nameOf, parameterOf, plansList } from "./plans.ts";

export const schedule: Handler = (invocation) =>
  withClient(invocation, plansList, async (client) => {
    const name = nameOf(invocation);
    if (flag(invocation, "remove")) {
      const removed = await client.unschedulePlan({ params: { name } });
      return print(invocation, removed, `${name} has no schedule any more\n`);
    }
    const cron = text(invocation, "cron");
    if (cron === undefined) throw new UsageError("schedule needs --cron <fields>, or --remove");
    const input = parsed(PlanScheduleInput, {
      cron,
      parameters: parametersOf(invocation),
      ...compact({
        timezone: text(invocation, "zone"),
        overlap: text(invocation, "overlap"),
        catchup: text(invocation, "catchup"),
        catchup_window_minutes: numberOf(invocation, "catchup-window"),
        jitter_seconds: numberOf(invocation, "jitter"),
        quiet_hours: quietHoursOf(text(invocation, "quiet")),
        version: numberOf(invocation, "version"),
      }),
    });
    const kept = await client.schedulePlan({ params: { name }, body: input });
    return print(invocation, kept, scheduleText(kept));
  });

/** `22:00-07:00`, followed by `skip` if slots in these hours do not run at all. */
function quietHoursOf(given: string | undefined): object | undefined {
  if (given === undefined) return undefined;
  const [, from, to, skip] = /^(\d\d:\d\d)-(\d\d:\d\d)(?: (skip))?$/.exec(given) ?? [];
  if (from === undefined) throw new UsageError('--quiet needs hours such as 22:00-07:00, or "22:00-07:00 skip"');
  return { from, to, slots: skip ?? "delay" };
}

export const approve: Handler = (invocation) =>
  withClient(invocation, plansList, async (client) => {
    const [runs, until] = [numberOf(invocation, "runs"), text(invocation, "until")];
    if (runs === undefined || until === undefined)
      throw new UsageError("approve needs --runs <n> and --until <time>: an approval has bounds");
    const name = nameOf(invocation);
    const input = parsed(StandingApprovalInput, {
      version: numberOf(invocation, "version") ?? (await client.getPlan({ params: { name }, query: {} })).version,
      parameters: parametersOf(invocation),
      vary: (text(invocation, "vary") ?? "").split(",").filter((one) => one !== ""),
      results: flag(invocation, "results"),
      max_runs: runs,
      until,
      ...compact({ reason: text(invocation, "reason") }),
    });
    const kept = await client.approvePlan({ params: { name }, body: input });
    return print(invocation, kept, approvalText(name, kept));
  });

export const revoke = clientCommand(
  plansList,
  callRoute("revokeApproval", {
    call: (invocation) => ({
      params: { name: nameOf(invocation) },
      body: { reason: text(invocation, "reason") ?? "" },
    }),
    text: (kept, invocation) => approvalText(nameOf(invocation), kept),
  }),
);

function parametersOf({ args }: Invocation): ReturnType<typeof Object.fromEntries> {
  return Object.fromEntries(args.slice(1).map(parameterOf));
}

function parsed<S extends Parameters<typeof parseWith>[0]>(schema: S, value: unknown) {
  const result = parseWith(schema, value);
  if (result.ok) return result.value;
  throw new UsageError(result.issues.map(({ pointer, message }) => `${pointer} ${message}`).join("; "));
}

function scheduleText({ agent_id: agent, cron, timezone, next_runs: next }: PlanSchedule): string {
  return `${agent}: ${cron} (${timezone})\n${next.map((at) => `  ${at}\n`).join("")}`;
}

function approvalText(
  name: string,
  { version, writes, runs, max_runs: most, until, revoked }: StandingApprovalView,
): string {
  const covered = writes.map(({ step_id: step, tool }) => `  ${step}: ${tool}\n`).join("");
  const state = revoked === null ? `until ${until}` : `revoked by ${revoked.by}`;
  return `${name} v${version}: ${runs} of ${most} runs, ${state}\n${covered}`;
}
