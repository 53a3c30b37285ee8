import type { CheckResult } from "../plan/check-result.ts";
import type { OpenAgents } from "./agents/agents.ts";
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
import { createRetention, retentionQueue } from "./retention/retention.ts";
import { toolSources } from "./toolbox/tool-states.ts";
import type { OpenToolbox } from "./toolbox/toolbox.ts";
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

async function openModules(ground: RuntimeContext): Promise<OpenPlanwright> {
  const { config, backend, knowledge, changes, clock, ids, log } = ground;
  const { trace, metrics } = ground.telemetry;
  const later: LazyModules = {
    store: () => work.store,
    react: () => minds.react,
    drafts: () => gate.drafts,
    agents: () => watch.agents,
  };
  const { toolbox, verbs } = await openVerbs(ground, later);
  const work = openRunsModule(ground, verbs, later);
  const { store, runs } = work;
  const shared: SharedModules = { verbs, runsModule: work, toolbox, queues: { ...work.queues } };
  const minds = openPlanningModule(ground, shared);
  const { planning, actions, react, models } = minds;
  const gate = openDraftsModule(ground, shared, minds);
  const watch = await openAgentsModule(ground, shared, minds);
  const retention = createRetention({ ...ground, ...backend, store, retention: config.retention });
  shared.queues[retentionQueue] = retention.handler;
  metrics.read("planwright_jobs_dead", async () => (await backend.deadJobs?.list(1000))?.length ?? 0);
  const depth = async (): Promise<number> => (await store.jobs.countDue(clock.now())) - gate.chat.permanentJobs;
  metrics.read("planwright_queue_depth", async () => Math.max(0, await depth()));
  return {
    knowledge,
    changes,
    clock,
    ids,
    log,
    trace,
    metrics,
    planning,
    actions,
    react,
    ...gate,
    agents: watch.agents,
    toolbox,
    toolSources: (tenant) => toolSources(toolbox, tenant),
    config,
    verbs,
    runs,
    store,
    budgets: createBudgets({ ...models, store, clock }),
    keys: backend.keys,
    audit: backend.audit,
    runIndex: backend.runIndex,
    readDocument: readAddition,
    version: packageVersion,
    checks: { store: async () => (await store.runs({ tenant: "", limit: 1 })).length >= 0 },
    sharesWork: backend.sharesWork,
    ...createLifecycle({
      context: ground,
      shared,
      planningModule: minds,
      draftsModule: gate,
      agentsModule: watch,
      retention,
    }),
  };
}
