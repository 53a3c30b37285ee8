import { join } from "node:path";
import type { Checked } from "../plan/checked.ts";
import type { Clock } from "../ports/clock.ts";
import type { Handler } from "../ports/engine.ts";
import type { Log } from "../ports/log.ts";
import type { Run } from "../ports/run.ts";
import type { Pack } from "../planners/packs/pack.ts";
import { createSqliteAudit } from "../store/sqlite/audit.ts";
import type { Database } from "../store/sqlite/database.ts";
import { createSqliteKeys } from "../store/sqlite/keys.ts";
import { createSqliteKnowledge } from "../store/sqlite/knowledge.ts";
import type { Standing } from "../runs/pins.ts";
import type { Env } from "../tools/config/secret-text.ts";
import type { Dial } from "../tools/http/dial.ts";
import { createBudgets } from "./budgets.ts";
import { type Cassette, offline, withCassette } from "./cassette.ts";
import type { Policy } from "../tools/policy.ts";
import { createSender } from "./agent-sender.ts";
import { withAgentDrafts } from "./agent-drafts.ts";
import { createAgentVerbs } from "./agent-verbs.ts";
import { type Agents, levelsOf, type OpenAgents, openAgents, reasonAt, reasonWith } from "./agents.ts";
import { createAutonomyPolicy } from "./autonomy-policy.ts";
import { openBus } from "./bus.ts";
import { loadConfig, type LoadedConfig } from "./config.ts";
import { loadConfiguredPacks } from "./configured-packs.ts";
import { createActionPlanner } from "../planners/actions/action-planner.ts";
import { businessRules } from "../planners/packs/business-rules.ts";
import { openChat } from "./chat.ts";
import { openDataFile } from "./data-file.ts";
import { openDrafts } from "./drafts.ts";
import { readAddition } from "./knowledge.ts";
import { createMetrics } from "./metrics.ts";
import { openModels } from "./models.ts";
import { createOtelTrace } from "./otel-trace.ts";
import { createPlanning } from "./planning.ts";
import type { Planwright } from "./planwright.ts";
import { watchProcess } from "./process-metrics.ts";
import { openReact, reactQueue, type ReasoningModel, subGoalVerb, type Veto } from "./react.ts";
import { openRunsIn } from "./runs.ts";
import { systemClock } from "./system-clock.ts";
import { bilingualTerms } from "./terms.ts";
import { createTimeIds } from "./time-ids.ts";
import { toolSources } from "./tool-states.ts";
import { type OpenToolbox, openToolbox } from "./toolbox.ts";
import { packageVersion } from "./version.ts";
import { watchPlanning } from "./watch-planning.ts";
import { watchRuns } from "./watch-runs.ts";
import { watchVerbs } from "./watch-verbs.ts";

export type OpenParts = {
  /** Where `planwright.yaml` is looked for; the working folder by default. */
  folder?: string;
  /** Another configuration than the folder's own. */
  configFile?: string;
  /** Where everything is kept; `.planwright` of the folder by default. */
  dataFolder?: string;
  /** Where secrets named in the configuration are read from; the process's own by default. */
  env?: Env;
  /** Silent by default. */
  log?: Log;
  clock?: Clock;
  /** Asked before every call. Give `policy_version` of the configuration a new value when they change. */
  policies?: readonly Policy[];
  /** Calls of models and verbs are written down, or played back with the network off. */
  cassette?: Cassette;
  /** How connections are made; Node's own by default. */
  dial?: Dial;
  /** The model that reasons in ReAct runs, in the place of the configured one. */
  reasoning?: ReasoningModel;
  /** Asked before every call of a ReAct run, with the run's request. */
  vetoes?: readonly Veto[];
};

export type OpenPlanwright = Planwright & {
  agents: OpenAgents;
  toolbox: OpenToolbox;
  config: LoadedConfig["config"];
  /** Begins to work on runs that are due, those left by an earlier process first of all. */
  start(): Promise<void>;
  /** Ends the work, keeps what was done, closes what was opened. */
  stop(): Promise<void>;
};

/** The one place where the parts come together: a folder and its configuration become a running whole. */
export async function openPlanwright(parts: OpenParts = {}): Promise<Checked<OpenPlanwright>> {
  const { folder: home = ".", clock = systemClock, log = silent, env = process.env } = parts;
  const dataFolder = parts.dataFolder ?? join(home, ".planwright");
  const loaded = loadAll(home, parts.configFile);
  if (!loaded.ok) return loaded;
  const { config, folder, packs } = loaded.value;
  const db = openDataFile(dataFolder);
  const knowledge = createSqliteKnowledge({ db, terms: bilingualTerms, clock });
  const trace = createOtelTrace({ content: env["PLANWRIGHT_TRACE_CONTENT"] === "1" });
  const metrics = createMetrics();
  const watchers = { trace, metrics, ticks: () => performance.now() };
  const policies = [...(parts.policies ?? []), createAutonomyPolicy(() => store, levelsOf(config.agents))];
  const ids = createTimeIds(clock);
  const tell: Agents["tell"] = (tenant, told) => agents.tell(tenant, told);
  const tools = [subGoalVerb(() => react), ...createAgentVerbs({ store: () => store, ids, knowledge, tell })];
  const { cassette } = parts;
  const opening = { dial: parts.dial, ...offline(config.tools, cassette) };
  const toolParts = { ...opening, folder, dataFolder, env, clock, log, knowledge, trace, policies, tools };
  const toolbox = await openToolbox(toolParts).catch((error: unknown) => closeAndThrow(db, error));
  const { owner } = config.agents;
  const drafting = withAgentDrafts(toolbox.verbs, { drafts: () => drafts, store: () => store, owner });
  const verbs = watchVerbs(withCassette(drafting, cassette), watchers);
  const { policy_version: policyVersion } = config;
  const standing = (): Standing => (policyVersion === undefined ? {} : { policyVersion });
  const watching = watchRuns(watchers);
  const onChange = (run: Run): void => {
    watching.onChange(run);
    drafts.runChanged(run);
  };
  const work = openRunsIn(db, { folder: dataFolder, verbs, clock, log, standing }, { ...watching, onChange });
  const { runs, store, expect } = work;
  /** What the other rooms work on, by queue; each adds its own. */
  const queues: Record<string, Handler> = {};
  const models = openModels({ config, env, store, clock, ids, log, watchers, cassette, dial: parts.dial });
  const planning = watchPlanning(createPlanning({ clock, packs, model: models.ready }), watchers);
  const react = openReact({
    store,
    verbs,
    planning,
    clock,
    ids,
    log,
    trace,
    expect,
    model: parts.reasoning ?? models.ready,
    vetoes: parts.vetoes ?? [],
  });
  queues[reactQueue] = react.handler;
  const actions = createActionPlanner({ packs, verbs, log });
  const gate = { store, runs, verbs, clock, ids, log, queues, planner: actions, business: businessRules(packs) };
  const drafts = openDrafts({ config: config.drafts, ...gate });
  const { zone } = config.drafts;
  const chat = openChat({ drafts, runs, store, clock, ids, log, zone, packs, telegram: config.telegram, env });
  const bus = await openBus({ env, log, ids });
  const sender = createSender({ bus, http: toolbox.http, telegram: undefined });
  const agentParts = { config: config.agents, folder, store, clock, ids, log, bus, sender };
  const { planner_url: plannerUrl } = config.agents;
  const reason = plannerUrl === undefined ? reasonWith(react) : reasonAt(plannerUrl, env["PLANWRIGHT_KEY"]);
  const hasVerb = (name: string, tenant: string): boolean => verbs.describe(name, tenant) !== undefined;
  const agents = openAgents({ ...agentParts, reason, hasVerb });
  Object.assign(queues, agents.queues);
  metrics.read("planwright_queue_depth", () => store.jobs.countDue(clock.now()));
  const stopWatching = watchProcess(metrics);
  const value: OpenPlanwright = {
    toolbox,
    toolSources: (tenant) => toolSources(toolbox, tenant),
    config,
    verbs,
    runs,
    drafts,
    chat,
    react,
    budgets: createBudgets({ ...models, store, clock }),
    agents,
    knowledge,
    store,
    clock,
    ids,
    log,
    keys: createSqliteKeys(db),
    audit: createSqliteAudit(db),
    planning,
    actions,
    readDocument: readAddition,
    metrics,
    trace,
    version: packageVersion,
    checks: { store: async () => (await store.runs({ tenant: "", limit: 1 })).length >= 0 },
    async start() {
      await work.start(queues);
      await agents.start();
    },
    async stop() {
      stopWatching();
      await agents.stop();
      await bus.close();
      await chat.stop();
      // A call that was told to end ends before its tool is taken away.
      await work.stop();
      await toolbox.stop();
    },
  };
  return { ok: true, value };
}

function loadAll(home: string, configFile: string | undefined): Checked<LoadedConfig & { packs: Pack[] }> {
  const loaded = loadConfig(home, configFile);
  const packs = loaded.ok ? loadConfiguredPacks(loaded.value) : loaded;
  if (!loaded.ok) return loaded;
  return packs.ok ? { ok: true, value: { ...loaded.value, packs: packs.value } } : packs;
}

async function closeAndThrow(db: Database, error: unknown): Promise<never> {
  await db.close();
  throw error;
}

const nothing = (): void => undefined;
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
