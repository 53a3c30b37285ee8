import { compact } from "../../plan/compact.ts";
import { countRuns, monthDays } from "../../agents/count-runs.ts";
import { kinds } from "../../agents/agent-deps.ts";
import type { Agent } from "../../agents/profile/agent.ts";
import { AgentRun } from "../../agents/runs/agent-run.ts";
import type { AgentMonth } from "../../contracts/api/agents.ts";
import type { PlanCost } from "../../contracts/api/run.ts";
import { reportBudgets } from "../../models/budget/report.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import type { Verbs } from "../../ports/verbs.ts";
import { estimatePlan } from "../../runs/estimate-plan.ts";
import type { ChildPlans } from "../../runs/plan-step.ts";
import { estimateReact } from "../models/estimate-react.ts";
import type { ReadyModel } from "../models/models.ts";

type MonthDeps = {
  store: Store;
  verbs: Verbs;
  clock: Clock;
  model: Pick<ReadyModel, "name" | "price" | "contextTokens"> | undefined;
  childPlans: ChildPlans;
};

const dayMs = 86_400_000;
const maxRuns = 1000;

/** What an agent will cost in the next 30 days, and what its models cost in the last 30. */
export function createAgentMonth(deps: MonthDeps): (agent: Agent) => Promise<AgentMonth> {
  return async (agent) => {
    const { least, most } = await countRuns(agent, deps.clock.now());
    const run = await runCost(deps, agent);
    const last = await spentBy(deps, agent);
    const mean = last.runs === 0 || last.unpriced_calls > 0 ? null : last.micro_cents / last.runs;
    return {
      least_runs: least,
      most_runs: most,
      run_cost: run,
      cost: {
        least_micro_cents: least * run.least_micro_cents,
        most_micro_cents: most * run.most_micro_cents,
        unpriced: run.unpriced,
      },
      // Events come as often as they did.
      expected_micro_cents: mean === null ? null : Math.round(mean * (least === most ? least : last.runs)),
      last,
    };
  };
}

/** Bounds over everything that a trigger may start: the goal, or a saved plan. */
async function runCost(deps: MonthDeps, { tenant, profile, triggers }: Agent): Promise<PlanCost> {
  const { verbs, model, childPlans } = deps;
  const plans = triggers.flatMap(({ trigger }) => trigger.plan ?? []);
  const costs: PlanCost[] = [];
  if (plans.length < triggers.length || triggers.length === 0) {
    const tools = profile.toolset.flatMap((name) => verbs.describe(name, tenant) ?? []);
    const { goal_template: goal, limits } = profile;
    costs.push(estimateReact({ goal: goal.description, limits: limits.planner_limits, tools, model }));
  }
  for (const plan of plans) {
    const found = await childPlans(compact({ tenant, ...plan })).catch(() => undefined);
    costs.push(found?.ok === true ? estimatePlan(found.value, verbs, tenant) : unknownCost(plan.name));
  }
  return {
    least_micro_cents: Math.min(...costs.map((cost) => cost.least_micro_cents)),
    most_micro_cents: Math.max(...costs.map((cost) => cost.most_micro_cents)),
    unpriced: [...new Set(costs.flatMap(({ unpriced }) => unpriced))],
  };
}

function unknownCost(name: string): PlanCost {
  return { least_micro_cents: 0, most_micro_cents: 0, unpriced: [name] };
}

async function spentBy({ store, clock }: MonthDeps, { tenant, profile: { id } }: Agent): Promise<AgentMonth["last"]> {
  const now = clock.now();
  const from = now - monthDays * dayMs;
  const since = new Date(from).toISOString().slice(0, 10);
  const { spend } = await reportBudgets(store, {}, { tenant, now, since });
  const own = spend.filter(({ agent }) => agent === id);
  const records = await store.records({ tenant, kind: kinds.run, group: id, limit: maxRuns });
  return {
    runs: records.filter(({ body }) => AgentRun.parse(body).startedAt >= from).length,
    micro_cents: own.reduce((sum, row) => sum + row.micro_cents, 0),
    unpriced_calls: own.reduce((sum, row) => sum + row.unpriced, 0),
  };
}
