import type { Checked } from "../plan/checked.ts";
import type { OpenAgents } from "./agents.ts";
import { createBudgets } from "./budgets.ts";
import type { Config } from "./config.ts";
import { type Duties, onOneFile, queuesOf, withoutBot } from "./duties.ts";
import { type Ground, openGround, type OpenParts } from "./ground.ts";
import { hearNotices } from "./hear-notices.ts";
import { readAddition } from "./knowledge.ts";
import type { Planwright } from "./planwright.ts";
import { watchProcess } from "./process-metrics.ts";
import { type Later, openGate, openMinds, openVerbs, openWatch, openWork, type Shared } from "./rooms.ts";
import { toolSources } from "./tool-states.ts";
import type { OpenToolbox } from "./toolbox.ts";
import { packageVersion } from "./version.ts";

export type { OpenParts } from "./ground.ts";

export type OpenPlanwright = Planwright & {
  agents: OpenAgents;
  toolbox: OpenToolbox;
  config: Config;
  /** Hears what other processes do, and begins to work on what is due, that left by an earlier process first of all. */
  start(duties?: Duties): Promise<void>;
  /** Ends the work, keeps what was done, closes what was opened. */
  stop(): Promise<void>;
};

/** The one place where the parts come together: a folder and its configuration become a running whole. */
export async function openPlanwright(parts: OpenParts = {}): Promise<Checked<OpenPlanwright>> {
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
  metrics.read("planwright_queue_depth", () => store.jobs.countDue(clock.now()));
  const stopWatching = watchProcess(metrics);
  let stopHearing = async (): Promise<void> => undefined;
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
    readDocument: readAddition,
    version: packageVersion,
    checks: { store: async () => (await store.runs({ tenant: "", limit: 1 })).length >= 0 },
    async start(wanted = withoutBot) {
      stopHearing = hearNotices(backend.notices, { changes, runs, react, agents: watch.agents });
      if (wanted.size === 0) return;
      const duties = backend.sharesWork ? wanted : onOneFile(wanted);
      // What is due finds the agents it is for.
      if (duties.has("agents")) await watch.agents.start();
      await work.start(queuesOf(duties, { all: shared.queues, agents: watch.agents.queues }));
    },
    async stop() {
      stopWatching();
      await stopHearing();
      await watch.agents.stop();
      await gate.chat.stop();
      // A call or a message that was told to end ends before its way out is taken away.
      await work.stop();
      await watch.bus.close();
      await toolbox.stop();
    },
  };
}
