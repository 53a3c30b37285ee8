import { createActionPlanner } from "../planners/actions/create-action-planner.ts";
import { businessRules } from "../planners/packs/business-rules.ts";
import type { Handler } from "../ports/engine.ts";
import type { Run } from "../ports/run.ts";
import type { Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { CurrentPolicy } from "../runs/pins.ts";
import { createRateLimiter } from "../tools/rate-limits.ts";
import { createSecrets } from "../tools/secrets.ts";
import { createSender, createTelegramSend } from "./agents/sender.ts";
import { createAgentMonth } from "./agents/agent-month.ts";
import { createAgentVerbs } from "./agents/agent-verbs.ts";
import { reasonAt, reasonWith } from "./agents/reasoners.ts";
import { type OpenAgents, openAgents } from "./agents/agents.ts";
import type { AgentDeps } from "../agents/agent-deps.ts";
import { compact } from "../plan/compact.ts";
import { openBus } from "./bus.ts";
import { offline, withCassette } from "./models/cassette.ts";
import type { ChatDeps } from "../chat/chat.ts";
import { openChat } from "./chat.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { rulesOf } from "../drafts/drafts-config.ts";
import { openDrafts } from "./drafts.ts";
import type { RuntimeContext } from "./runtime-context.ts";
import { createEscalationNotifications, escalationQueue } from "./escalation-notifications.ts";
import { levelsOf } from "./config/agents-config.ts";
import { followUpRules } from "./config/escalations-config.ts";
import { toLaneLimits } from "./config/limits-config.ts";
import { createPlanCounter } from "./lessons/savings.ts";
import { openLessons, withLessons, withTaughtActions } from "./lessons/open-lessons.ts";
import { openModels } from "./models/models.ts";
import { createPlanning } from "./planning/planning.ts";
import { openReact, subGoalVerb } from "./react.ts";
import { type React, reactQueue } from "../react/index.ts";
import { type OpenRuns, openRunsIn } from "./runs.ts";
import type { PlanSchedules } from "./saved-plans/plan-schedules.ts";
import { createPlanVerbs } from "./saved-plans/plan-verbs.ts";
import { withSavedPlans } from "./saved-plans/plans-in-words.ts";
import { createChildPlans, type SavedPlans } from "./saved-plans/saved-plans.ts";
import { createApprovalPolicy } from "./toolbox/approval.ts";
import { knownSecrets } from "./toolbox/known-secrets.ts";
import { withApprovers } from "./toolbox/approvers.ts";
import { createApprovals, createDraftOutcomes, createPendingDrafts, wakeRunOfDraft } from "./toolbox/pending-drafts.ts";
import { createMcpLogins } from "./toolbox/mcp-logins.ts";
import { type OpenToolbox, openToolbox } from "./toolbox/toolbox.ts";
import { instrumentPlanning } from "./telemetry/instrument-planning.ts";
import { instrumentRuns } from "./telemetry/instrument-runs.ts";
import { instrumentVerbs } from "./telemetry/instrument-verbs.ts";

/**
 * Modules that verbs call. They open after the verbs, so they are resolved when a verb is called.
 */
export type LazyModules = {
  store: () => Store;
  react: () => React;
  drafts: () => Drafts;
  agents: () => OpenAgents;
  savedPlans: () => SavedPlans;
  planSchedules: () => PlanSchedules;
};

/** Opens the toolbox and the verb router that every call uses. */
export async function openVerbs(
  context: RuntimeContext,
  lazy: LazyModules,
): Promise<{ toolbox: OpenToolbox; verbs: Verbs }> {
  const { options, config, knowledge, ids, telemetry, backend } = context;
  const { cassette, dial } = options;
  const approval = createApprovalPolicy(config, { store: lazy.store, keys: backend.keys, clock: context.clock });
  const tools = [
    subGoalVerb(lazy.react),
    ...createAgentVerbs({
      store: lazy.store,
      ids,
      knowledge,
      setState: (tenant, value) => lazy.agents().setState(tenant, value),
    }),
    ...createPlanVerbs(lazy),
    ...(options.tools ?? []),
  ];
  const opened = { dial, ...offline(config.tools, cassette) };
  const policies = [...(options.policies ?? []), approval];
  const openDraft = createPendingDrafts({ ...lazy, clock: context.clock, owner: config.agents.owner });
  const limits = config.limits.tools;
  const parts = {
    ...context,
    ...opened,
    ...(limits.length > 0 && { rateLimiter: createRateLimiter({ limits, store: lazy.store, clock: context.clock }) }),
    trace: telemetry.trace,
    policies,
    tools,
    openDraft,
    secrets: createSecrets(knownSecrets(config, context.env)),
    logins: createMcpLogins({ store: () => backend.store, folder: context.dataFolder, env: context.env }),
  };
  const toolbox = await openToolbox(parts).catch(async (error: unknown) => {
    await backend.close();
    throw error;
  });
  return { toolbox, verbs: instrumentVerbs(withCassette(toolbox.verbs, cassette), telemetry) };
}

/** Opens durable runs. */
export function openRunsModule(
  { backend, config, env, clock, log, telemetry }: RuntimeContext,
  verbs: Verbs,
  lazy: LazyModules,
): OpenRuns {
  const { policy_version: policyVersion } = config;
  const currentPolicy = (): CurrentPolicy => (policyVersion === undefined ? {} : { policyVersion });
  const runTelemetry = instrumentRuns(telemetry);
  const onChange = (run: Run): void => {
    runTelemetry.onChange(run);
    lazy.drafts().runChanged(run);
  };
  const limits = toLaneLimits(config.limits);
  const childPlans = createChildPlans({ store: lazy.store, verbs });
  const escalationNotifications = createEscalationNotifications({ store: lazy.store, clock, verbs, config, env });
  const followed = compact({
    followUp: followUpRules(config.escalations),
    notifyOfWait: escalationNotifications.notify,
  });
  const opened = openRunsIn(
    backend,
    { verbs, clock, log, currentPolicy, limits, childPlans, ...followed },
    { ...runTelemetry, onChange },
  );
  return {
    ...opened,
    queues: { ...opened.queues, [escalationQueue]: escalationNotifications.handler },
    runs: withApprovers(opened.runs, opened.store, rulesOf(config.drafts)),
  };
}

/** Shared by the modules: the run store, the router, and the engine queues that each module adds. */
export type SharedModules = {
  verbs: Verbs;
  runsModule: OpenRuns;
  toolbox: OpenToolbox;
  queues: Record<string, Handler>;
};

/** Opens models, planners, action planner and ReAct loop. */
export function openPlanningModule(
  context: RuntimeContext,
  { verbs, runsModule, queues }: SharedModules,
  lazy: Pick<LazyModules, "drafts" | "store" | "savedPlans">,
) {
  const { options, config, env, clock, ids, log, packs, telemetry } = context;
  const { store, anticipate, runs } = runsModule;
  const { trace } = telemetry;
  const models = openModels({
    config,
    env,
    store,
    clock,
    ids,
    log,
    telemetry,
    cassette: options.cassette,
    dial: options.dial,
  });
  const untaught = createPlanning({ clock, packs, model: models.ready, more: options.planners ?? [] });
  const lessons = openLessons(context, { store, verbs, planning: untaught });
  const planning = instrumentPlanning(
    withLessons(untaught, lessons, createPlanCounter({ store, clock, log })),
    telemetry,
  );
  const approvals = createApprovals(lazy);
  const reasoning = { model: options.reasoning ?? models.ready, vetoes: options.vetoes ?? [], approvals };
  const react = openReact({ store, verbs, planning, clock, ids, log, trace, anticipate, runs, ...reasoning });
  queues[reactQueue] = react.handler;
  const actions = withSavedPlans(
    withTaughtActions(createActionPlanner({ packs, verbs, log }), lessons),
    lazy.savedPlans,
  );
  return { models, planning, packs, lessons, react, actions };
}

export type PlanningModule = ReturnType<typeof openPlanningModule>;

/** Opens the Draft gate and the chat. */
export function openDraftsModule(
  context: RuntimeContext,
  { verbs, runsModule, queues }: SharedModules,
  { actions: planner, lessons }: PlanningModule,
) {
  const { config, env, clock, ids, log, packs } = context;
  const { runs, store } = runsModule;
  const shared = { store, runs, clock, ids, log };
  const drafts = openDrafts({
    config: config.drafts,
    ...shared,
    verbs,
    queues,
    planner,
    business: businessRules(packs),
    notify: (tx, notification) => chat.enqueueNotification(tx, notification),
    onEnd: (tx, draft) => wakeRunOfDraft(tx, draft, clock.now()),
  });
  const { zone } = config.drafts;
  const { telegram, slack } = config;
  const teach: ChatDeps["teach"] = (owner, request) => lessons.teach(owner, request);
  const chat = openChat({ ...shared, drafts, teach, zone, packs, verbs, telegram, slack, env });
  Object.assign(queues, chat.queues);
  return { drafts, chat };
}

export type DraftsModule = ReturnType<typeof openDraftsModule>;

/** Opens the agents and their event bus. */
export async function openAgentsModule(
  context: RuntimeContext,
  { verbs, runsModule, toolbox, queues }: SharedModules,
  { react, models, runPlan, drafts }: PlanningModule & Pick<AgentDeps, "runPlan"> & Pick<LazyModules, "drafts">,
) {
  const draftOutcomes = createDraftOutcomes({ drafts, store: () => runsModule.store });
  const { config, folder, env, backend, changes, clock, ids, log } = context;
  const bus = await openBus({ env, log, ids });
  const { planner_url: url } = config.agents;
  const agents = openAgents({
    config: config.agents,
    folder,
    store: runsModule.store,
    ...compact({ runPlan, draftOutcomes }),
    notifyVerbs: levelsOf(config.agents).notify,
    wakeRuns: (tenant, event) => runsModule.runs.deliverEvent(tenant, event),
    clock,
    ids,
    log,
    bus,
    sender: createSender({
      bus,
      clock,
      http: toolbox.http,
      telegram: createTelegramSend(config.telegram, env),
      webhookSecret: env["WEBHOOK_SECRET"],
    }),
    reason: url === undefined ? reasonWith(react) : reasonAt(url, env["PLANWRIGHT_KEY"]),
    onProfile({ tenant, id }) {
      changes.publish(tenant, { kind: "agent", id });
      backend.notices.send({ tenant, kind: "profile", id });
    },
    monthOf: createAgentMonth({
      store: runsModule.store,
      verbs,
      clock,
      model: models.ready,
      childPlans: createChildPlans({ store: () => runsModule.store, verbs }),
    }),
    hasVerb: (name, tenant) => verbs.describe(name, tenant) !== undefined,
  });
  Object.assign(queues, agents.queues);
  return { agents, bus };
}

export type AgentsModule = Awaited<ReturnType<typeof openAgentsModule>>;
