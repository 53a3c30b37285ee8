import { createActionPlanner } from "../planners/actions/action-planner.ts";
import { businessRules } from "../planners/packs/business-rules.ts";
import type { Handler } from "../ports/engine.ts";
import type { Run } from "../ports/run.ts";
import type { Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { CurrentPolicy } from "../runs/pins.ts";
import { withAgentDrafts } from "./agents/agent-drafts.ts";
import { createSender } from "./agents/sender.ts";
import { createAgentVerbs } from "./agents/agent-verbs.ts";
import { reasonAt, reasonWith } from "./agents/reasoners.ts";
import { createTelegramSend } from "./agents/telegram-sender.ts";
import { type OpenAgents, openAgents } from "./agents/agents.ts";
import { levelsOf } from "./config/agents-config.ts";
import { createAutonomyPolicy } from "./agents/autonomy-policy.ts";
import { openBus } from "./bus.ts";
import { offline, withCassette } from "./models/cassette.ts";
import { openChat } from "./chat.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { openDrafts } from "./drafts.ts";
import type { RuntimeContext } from "./runtime-context.ts";
import { toLaneLimits } from "./config/limits-config.ts";
import { openModels } from "./models/models.ts";
import { createPlanning } from "./planning/planning.ts";
import { openReact, subGoalVerb } from "./react.ts";
import { type React, reactQueue } from "../react/index.ts";
import { type OpenRuns, openRunsIn } from "./runs.ts";
import { type OpenToolbox, openToolbox } from "./toolbox/toolbox.ts";
import { instrumentPlanning } from "./telemetry/instrument-planning.ts";
import { instrumentRuns } from "./telemetry/instrument-runs.ts";
import { instrumentVerbs } from "./telemetry/instrument-verbs.ts";

/**
 * Modules that verbs call. They open after the verbs, so they are resolved when a verb is called.
 */
export type LazyModules = { store: () => Store; react: () => React; drafts: () => Drafts; agents: () => OpenAgents };

/** Opens the toolbox and the verb router that every call uses. */
export async function openVerbs(
  ground: RuntimeContext,
  later: LazyModules,
): Promise<{ toolbox: OpenToolbox; verbs: Verbs }> {
  const { options: given, config, knowledge, ids, telemetry: watchers, backend } = ground;
  const { cassette, dial } = given;
  const autonomy = createAutonomyPolicy(later.store, levelsOf(config.agents));
  const tools = [
    subGoalVerb(later.react),
    ...createAgentVerbs({
      store: later.store,
      ids,
      knowledge,
      tell: (tenant, told) => later.agents().setState(tenant, told),
    }),
    ...(given.tools ?? []),
  ];
  const opening = { dial, ...offline(config.tools, cassette) };
  const policies = [...(given.policies ?? []), autonomy];
  const parts = { ...ground, ...opening, trace: watchers.trace, policies, tools };
  const toolbox = await openToolbox(parts).catch(async (error: unknown) => {
    await backend.close();
    throw error;
  });
  const drafting = withAgentDrafts(toolbox.verbs, { ...later, owner: config.agents.owner });
  return { toolbox, verbs: instrumentVerbs(withCassette(drafting, cassette), watchers) };
}

/** Opens durable runs. */
export function openRunsModule(
  { backend, config, clock, log, telemetry: watchers }: RuntimeContext,
  verbs: Verbs,
  later: LazyModules,
): OpenRuns {
  const { policy_version: policyVersion } = config;
  const standing = (): CurrentPolicy => (policyVersion === undefined ? {} : { policyVersion });
  const watching = instrumentRuns(watchers);
  const onChange = (run: Run): void => {
    watching.onChange(run);
    later.drafts().runChanged(run);
  };
  const limits = toLaneLimits(config.limits);
  return openRunsIn(backend, { verbs, clock, log, standing, limits }, { ...watching, onChange });
}

/** What the modules share: the run store, the router, and the engine queues that each module adds. */
export type SharedModules = {
  verbs: Verbs;
  runsModule: OpenRuns;
  toolbox: OpenToolbox;
  queues: Record<string, Handler>;
};

/** Opens models, planners, action planner and ReAct loop. */
export function openPlanningModule(ground: RuntimeContext, { verbs, runsModule: work, queues }: SharedModules) {
  const { options: given, config, env, clock, ids, log, packs, telemetry: watchers } = ground;
  const { store, expect } = work;
  const { trace } = watchers;
  const models = openModels({
    config,
    env,
    store,
    clock,
    ids,
    log,
    watchers,
    cassette: given.cassette,
    dial: given.dial,
  });
  const planning = instrumentPlanning(
    createPlanning({ clock, packs, model: models.ready, more: given.planners ?? [] }),
    watchers,
  );
  const reasoning = { model: given.reasoning ?? models.ready, vetoes: given.vetoes ?? [] };
  const react = openReact({ store, verbs, planning, clock, ids, log, trace, expect, ...reasoning });
  queues[reactQueue] = react.handler;
  return { models, planning, react, actions: createActionPlanner({ packs, verbs, log }) };
}

export type PlanningModule = ReturnType<typeof openPlanningModule>;

/** Opens the Draft gate and the chat. */
export function openDraftsModule(
  ground: RuntimeContext,
  { verbs, runsModule: work, queues }: SharedModules,
  { actions: planner }: PlanningModule,
) {
  const { config, env, clock, ids, log, packs } = ground;
  const { runs, store } = work;
  const shared = { store, runs, clock, ids, log };
  const drafts = openDrafts({
    config: config.drafts,
    ...shared,
    verbs,
    queues,
    planner,
    business: businessRules(packs),
    notify: (tx, news) => chat.enqueueNews(tx, news),
  });
  const { zone } = config.drafts;
  const chat = openChat({ ...shared, drafts, zone, packs, telegram: config.telegram, env });
  Object.assign(queues, chat.queues);
  return { drafts, chat };
}

export type DraftsModule = ReturnType<typeof openDraftsModule>;

/** Opens the agents and their event bus. */
export async function openAgentsModule(
  ground: RuntimeContext,
  { verbs, runsModule: work, toolbox, queues }: SharedModules,
  { react }: PlanningModule,
) {
  const { config, folder, env, backend, changes, clock, ids, log } = ground;
  const bus = await openBus({ env, log, ids });
  const { planner_url: url } = config.agents;
  const agents = openAgents({
    config: config.agents,
    folder,
    store: work.store,
    clock,
    ids,
    log,
    bus,
    sender: createSender({ bus, http: toolbox.http, telegram: createTelegramSend(config.telegram, env) }),
    reason: url === undefined ? reasonWith(react) : reasonAt(url, env["PLANWRIGHT_KEY"]),
    onProfile({ tenant, id }) {
      changes.publish(tenant, { kind: "agent", id });
      backend.notices.send({ tenant, kind: "profile", id });
    },
    hasVerb: (name, tenant) => verbs.describe(name, tenant) !== undefined,
  });
  Object.assign(queues, agents.queues);
  return { agents, bus };
}

export type AgentsModule = Awaited<ReturnType<typeof openAgentsModule>>;
