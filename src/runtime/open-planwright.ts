import type { CheckResult } from "../plan/check-result.ts";
import type { OpenAgents } from "./agents/agents.ts";
import { Limits } from "../contracts/react/plan-react.ts";
import { estimateReact } from "./models/estimate-react.ts";
import { createBudgets } from "./models/budgets.ts";
import type { Config } from "./config/config.ts";
import { type RuntimeContext, openContext, type PlanwrightOptions } from "./runtime-context.ts";
import { readAddition } from "./knowledge/knowledge.ts";
import { createLifecycle, type Lifecycle } from "./lifecycle.ts";
import type { Planwright } from "./planwright.ts";
import {
  type LazyModules,
  openDraftsModule,
  openPlanningModule,
  openVerbs,
  openAgentsModule,
  openRunsModule,
  type SharedModules,
} from "./open-modules.ts";
import { rulesOf } from "../drafts/drafts-config.ts";
import { createAgentPlans } from "./saved-plans/agent-plans.ts";
import { createPlanSchedules } from "./saved-plans/plan-schedules.ts";
import { createSavedPlans } from "./saved-plans/saved-plans.ts";
import { createRetention, retentionQueue } from "./retention/retention.ts";
import { toolSources } from "./toolbox/tool-states.ts";
import type { OpenToolbox } from "./toolbox/toolbox.ts";
import { measureQueues } from "./telemetry/queue-metrics.ts";
import { packageVersion } from "./version.ts";

export type OpenPlanwright = Planwright &
  Lifecycle & {
    agents: OpenAgents;
    toolbox: OpenToolbox;
    config: Config;
    /** Whether several processes execute jobs of one store in parallel. */
    sharesWork: boolean;
  };

/** The composition root: opens everything that a workspace folder and its configuration describe. */
export async function openPlanwright(parts: PlanwrightOptions = {}): Promise<CheckResult<OpenPlanwright>> {
  const opened = openContext(parts);
  if (!opened.ok) return opened;
  await opened.value.backend.migrate();
  return { ok: true, value: await openModules(opened.value) };
}

async function openModules(context: RuntimeContext): Promise<OpenPlanwright> {
  const { config, backend, knowledge, changes, clock, ids, log } = context;
  const { trace, metrics } = context.telemetry;
  const lazy: LazyModules = {
    store: () => runsModule.store,
    react: () => planningModule.react,
    drafts: () => draftsModule.drafts,
    agents: () => agentsModule.agents,
    savedPlans: () => savedPlans,
    planSchedules: () => planSchedules,
  };
  const { toolbox, verbs } = await openVerbs(context, lazy);
  const runsModule = openRunsModule(context, verbs, lazy);
  const { store, runs } = runsModule;
  const shared: SharedModules = { verbs, runsModule, toolbox, queues: { ...runsModule.queues } };
  const planningModule = openPlanningModule(context, shared, lazy);
  const { models, ...planners } = planningModule;
  const draftsModule = openDraftsModule(context, shared, planningModule);
  const savedPlans = createSavedPlans({ store, verbs, clock, ids, runs, rules: rulesOf(config.drafts) });
  const runPlan = createAgentPlans({ store, savedPlans, runs });
  const agentsModule = await openAgentsModule(context, shared, { ...planningModule, runPlan, drafts: lazy.drafts });
  const planSchedules = createPlanSchedules({ savedPlans, clock, agents: agentsModule.agents });
  const retention = createRetention({ ...context, ...backend, store, retention: config.retention });
  shared.queues[retentionQueue] = retention.handler;
  const { permanentJobs } = draftsModule.chat;
  measureQueues({ metrics, clock, jobs: store.jobs, deliveries: runsModule.deliveries, permanentJobs });
  return {
    knowledge,
    changes,
    clock,
    ids,
    log,
    trace,
    metrics,
    ...planners,
    ...draftsModule,
    agents: agentsModule.agents,
    reactCost: (tenant, goal) =>
      estimateReact({ goal, limits: Limits.parse({}), tools: verbs.list(tenant), model: models.ready }),
    toolbox,
    toolSources: (tenant) => toolSources(toolbox, tenant),
    config,
    verbs,
    runs,
    savedPlans,
    planSchedules,
    store,
    budgets: createBudgets({ ...models, store, clock }),
    claimHolders: backend.claimHolders,
    keys: backend.keys,
    audit: backend.audit,
    deadJobs: backend.deadJobs,
    runIndex: backend.runIndex,
    readDocument: readAddition,
    version: packageVersion,
    checks: { store: () => backend.failure() },
    sharesWork: backend.sharesWork,
    ...createLifecycle({ context, shared, planningModule, draftsModule, agentsModule, retention }),
  };
}
