import type { PlanSchedule, PlanScheduleInput } from "../../contracts/api/plans.ts";
import { compact } from "../../plan/compact.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { isZone } from "../../contracts/zone.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import type { AgentDetail } from "../../contracts/api/agents.ts";
import { expandPlan, slotValues } from "../../agents/runs/expand-goal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Agents } from "../agents/agents.ts";
import type { SavedPlans } from "./saved-plans.ts";

type ScheduleParts = {
  savedPlans: SavedPlans;
  clock: Clock;
  agents: Pick<Agents, "put" | "remove" | "detail">;
};
type PlanRef = { tenant: string; name: string };

/** Schedules of saved plans. Each is an agent with one time trigger that runs the plan, so that there is one scheduler. */
export type PlanSchedules = {
  find(of: PlanRef): Promise<PlanSchedule | undefined>;
  put(of: PlanRef & { by: string }, schedule: PlanScheduleInput): Promise<PlanSchedule>;
  remove(of: PlanRef): Promise<PlanSchedule>;
};

export function createPlanSchedules({ savedPlans, agents, clock }: ScheduleParts): PlanSchedules {
  const find: PlanSchedules["find"] = async ({ tenant, name }) => {
    const detail = await agents.detail({ tenant, id: agentIdOf(name) });
    return detail === undefined ? undefined : toSchedule(detail);
  };
  const findSchedule = async (of: PlanRef): Promise<PlanSchedule> => {
    const schedule = await find(of);
    if (schedule !== undefined) return schedule;
    throw new PlanwrightError("NOT_FOUND", { message: `The plan ${of.name} has no schedule.` });
  };
  return {
    find,
    async put({ tenant, name, by }, { version, parameters, ...trigger }) {
      const plan = { name, parameters, ...compact({ version }) };
      if (!isZone(trigger.timezone))
        throw new PlanwrightError("INVALID_INPUT", { message: `There is no zone ${trigger.timezone}.` });
      const now = clock.now();
      const filled = expandPlan(plan, { now: timestampOf(now), slot: slotValues(now, trigger.timezone) });
      if (!filled.ok) throw new PlanwrightError("INVALID_INPUT", { message: filled.detail });
      await savedPlans.check(tenant, name, { version, parameters: filled.plan.parameters });
      const checked = await agents.put({ tenant, id: agentIdOf(name) }, profileOf({ ...trigger, plan }, by));
      if (!checked.ok) throw new PlanwrightError("INVALID_INPUT", { issues: checked.issues });
      return findSchedule({ tenant, name });
    },
    async remove(of) {
      const schedule = await findSchedule(of);
      await agents.remove({ tenant: of.tenant, id: schedule.agent_id });
      return schedule;
    },
  };
}

function agentIdOf(name: string): string {
  return `plan.${name}`;
}

/** Its schedule alone limits how often it runs. */
function profileOf(trigger: Omit<PlanScheduleInput, "parameters"> & { plan: { name: string } }, owner: string) {
  return {
    id: agentIdOf(trigger.plan.name),
    description: `Runs the plan ${trigger.plan.name} on a schedule.`,
    goal_template: { type: "agent_task", description: `Run the plan ${trigger.plan.name}` },
    toolset: [],
    triggers: { time: [trigger] },
    limits: {
      max_runs_per_day: 10_000,
      min_interval_seconds: 0,
      max_concurrent_runs: trigger.overlap === "parallel" ? 10 : 1,
    },
    metadata: { owner },
  };
}

function toSchedule({ agent, profile, pause, next_runs }: AgentDetail): PlanSchedule | undefined {
  const [trigger] = profile.triggers.time;
  if (trigger?.plan === undefined) return undefined;
  const { plan, ...rest } = trigger;
  const { version, parameters } = plan;
  return {
    ...rest,
    parameters,
    ...compact({ version }),
    agent_id: agent.id,
    enabled: agent.enabled,
    pause,
    last_run: agent.last_run,
    next_runs: agent.enabled ? next_runs : [],
  };
}
