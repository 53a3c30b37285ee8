import type { CheckResult } from "../plan/check-result.ts";
import type { OpenAgents } from "./agents.ts";
import { createBudgets } from "./budgets.ts";
import type { Config } from "./config.ts";
import { type Ground, openGround, type OpenParts } from "./ground.ts";
import { readAddition } from "./knowledge.ts";
import { createLife, type Life } from "./life.ts";
import type { Planwright } from "./planwright.ts";
import { type Later, openGate, openMinds, openVerbs, openWatch, openWork, type Shared } from "./rooms.ts";
import { createRetention, retentionQueue } from "./retention/retention.ts";
import { toolSources } from "./tool-states.ts";
import type { OpenToolbox } from "./toolbox.ts";
import { packageVersion } from "./version.ts";

export type { OpenParts } from "./ground.ts";

export type OpenPlanwright = Planwright &
  Life & {
    agents: OpenAgents;
    toolbox: OpenToolbox;
    config: Config;
    /** Whether processes on the same store work side by side; else one at a time does. */
    sharesWork: boolean;
  };

/** The one place where the parts come together: a folder and its configuration become a running whole. */
export async function openPlanwright(parts: OpenParts = {}): Promise<CheckResult<OpenPlanwright>> {
  const opened = openGround(parts);
  if (!opened.ok) return opened;
  await opened.value.backend.migrate();
  return { ok: true, value: await openRooms(opened.value) };
}

async function openRooms(ground: Ground): Promise<OpenPlanwright> {
  const { config, backend, knowledge, changes, clock, ids, log } = ground;
  const { trace, metrics } = ground.watchers;
  const later: Later = {
    store: () => work.store,
    react: () => minds.react,
    drafts: () => gate.drafts,
    agents: () => watch.agents,
  };
  const { toolbox, verbs } = await openVerbs(ground, later);
  const work = openWork(ground, verbs, later);
  const { store, runs } = work;
  const shared: Shared = { verbs, work, toolbox, queues: { ...work.queues } };
  const minds = openMinds(ground, shared);
  const { planning, actions, react, models } = minds;
  const gate = openGate(ground, shared, minds);
  const watch = await openWatch(ground, shared, minds);
  const retention = createRetention({ ...ground, ...backend, store, retention: config.retention });
  shared.queues[retentionQueue] = retention.handler;
  metrics.read("planwright_jobs_dead", async () => (await backend.deadJobs?.list(1000))?.length ?? 0);
  const depth = async (): Promise<number> => (await store.jobs.countDue(clock.now())) - gate.chat.standing;
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
    ...createLife({ ground, shared, minds, gate, watch, retention }),
  };
}
