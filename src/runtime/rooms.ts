import { createActionPlanner } from "../planners/actions/action-planner.ts";
import { businessRules } from "../planners/packs/business-rules.ts";
import type { Handler } from "../ports/engine.ts";
import type { Run } from "../ports/run.ts";
import type { Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Standing } from "../runs/pins.ts";
import { withAgentDrafts } from "./agent-drafts.ts";
import { createSender } from "./agent-sender.ts";
import { createAgentVerbs } from "./agent-verbs.ts";
import { reasonAt, reasonWith } from "./agent-reason.ts";
import { createTelegramSend } from "./agent-telegram.ts";
import { type OpenAgents, openAgents } from "./agents.ts";
import { levelsOf } from "./agents-config.ts";
import { createAutonomyPolicy } from "./autonomy-policy.ts";
import { openBus } from "./bus.ts";
import { offline, withCassette } from "./cassette.ts";
import { openChat } from "./chat.ts";
import { type Drafts, openDrafts } from "./drafts.ts";
import type { Ground } from "./ground.ts";
import { toLaneLimits } from "./limits-config.ts";
import { openModels } from "./models.ts";
import { createPlanning } from "./planning.ts";
import { openReact, type React, reactQueue, subGoalVerb } from "./react.ts";
import { type OpenRuns, openRunsIn } from "./runs.ts";
import { type OpenToolbox, openToolbox } from "./toolbox.ts";
import { watchPlanning } from "./watch-planning.ts";
import { watchRuns } from "./watch-runs.ts";
import { watchVerbs } from "./watch-verbs.ts";

/**
 * Rooms that a verb may lead back into. They are opened after the verbs, and asked for only when a verb is called.
 */
export type Later = { store: () => Store; react: () => React; drafts: () => Drafts; agents: () => OpenAgents };

/** The toolbox, and the one router everybody goes through. */
export async function openVerbs(ground: Ground, later: Later): Promise<{ toolbox: OpenToolbox; verbs: Verbs }> {
  const { given, config, knowledge, ids, watchers, backend } = ground;
  const { cassette, dial } = given;
  const autonomy = createAutonomyPolicy(later.store, levelsOf(config.agents));
  const tools = [
    subGoalVerb(later.react),
    ...createAgentVerbs({
      store: later.store,
      ids,
      knowledge,
      tell: (tenant, told) => later.agents().tell(tenant, told),
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
  return { toolbox, verbs: watchVerbs(withCassette(drafting, cassette), watchers) };
}

/** Durable runs over what is kept. */
export function openWork({ backend, config, clock, log, watchers }: Ground, verbs: Verbs, later: Later): OpenRuns {
  const { policy_version: policyVersion } = config;
  const standing = (): Standing => (policyVersion === undefined ? {} : { policyVersion });
  const watching = watchRuns(watchers);
  const onChange = (run: Run): void => {
    watching.onChange(run);
    later.drafts().runChanged(run);
  };
  const limits = toLaneLimits(config.limits);
  return openRunsIn(backend, { verbs, clock, log, standing, limits }, { ...watching, onChange });
}

/** What rooms share that are opened on the work: its store, the router, and the queues each of them adds. */
export type Shared = { verbs: Verbs; work: OpenRuns; toolbox: OpenToolbox; queues: Record<string, Handler> };

/** Words to plans, by grammar or model, and the loop that reasons with tools. */
export function openMinds(ground: Ground, { verbs, work, queues }: Shared) {
  const { given, config, env, clock, ids, log, packs, watchers } = ground;
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
  const planning = watchPlanning(
    createPlanning({ clock, packs, model: models.ready, more: given.planners ?? [] }),
    watchers,
  );
  const reasoning = { model: given.reasoning ?? models.ready, vetoes: given.vetoes ?? [] };
  const react = openReact({ store, verbs, planning, clock, ids, log, trace, expect, ...reasoning });
  queues[reactQueue] = react.handler;
  return { models, planning, react, actions: createActionPlanner({ packs, verbs, log }) };
}

export type Minds = ReturnType<typeof openMinds>;

/** The gate, and the chat before it. */
export function openGate(ground: Ground, { verbs, work, queues }: Shared, { actions: planner }: Minds) {
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
    notify: (tx, news) => chat.tell(tx, news),
  });
  const { zone } = config.drafts;
  const chat = openChat({ ...shared, drafts, zone, packs, telegram: config.telegram, env });
  Object.assign(queues, chat.queues);
  return { drafts, chat };
}

export type Gate = ReturnType<typeof openGate>;

/** Agents, and the bus their events come over. */
export async function openWatch(ground: Ground, { verbs, work, toolbox, queues }: Shared, { react }: Minds) {
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
      changes.tell(tenant, { kind: "agent", id });
      backend.notices.send({ tenant, kind: "profile", id });
    },
    hasVerb: (name, tenant) => verbs.describe(name, tenant) !== undefined,
  });
  Object.assign(queues, agents.queues);
  return { agents, bus };
}

export type Watch = Awaited<ReturnType<typeof openWatch>>;
