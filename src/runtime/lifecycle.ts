import type { Handler } from "../ports/engine.ts";
import { listenQueue } from "./chat.ts";
import { type BackgroundRoles, rolesOnOneFile, queuesForRoles, withoutBot } from "./background-roles.ts";
import type { RuntimeContext } from "./runtime-context.ts";
import { relayNotices } from "./changes/relay-notices.ts";
import { measureProcess } from "./telemetry/process-metrics.ts";
import { reportPlannerDrift, reportServerDrift } from "./report-drift.ts";
import type { Retention } from "./retention/retention.ts";
import type { DraftsModule, PlanningModule, SharedModules, AgentsModule } from "./open-modules.ts";

type LifecycleParts = {
  context: RuntimeContext;
  shared: SharedModules;
  planningModule: PlanningModule;
  draftsModule: DraftsModule;
  agentsModule: AgentsModule;
  retention: Retention;
};

export type Lifecycle = {
  /** Subscribes to notices of other processes and starts executing due jobs, including those of crashed processes. */
  start: (roles?: BackgroundRoles) => Promise<void>;
  /** Stops all work, keeps its results, and closes connections and files. */
  stop: () => Promise<void>;
};

const handoverMs = 1_000;

/** Starts and stops the modules in order. */
export function createLifecycle({
  context,
  shared,
  planningModule,
  draftsModule,
  agentsModule,
  retention,
}: LifecycleParts): Lifecycle {
  const { backend, changes, telemetry, log } = context;
  const { runsModule, toolbox, queues } = shared;
  const { agents, bus } = agentsModule;
  const stopMeasuring = measureProcess(telemetry.metrics);
  let stopRelaying = async (): Promise<void> => undefined;
  return {
    async start(wanted = withoutBot) {
      stopRelaying = relayNotices(backend.notices, {
        changes,
        runs: runsModule.runs,
        react: planningModule.react,
        agents,
      });
      if (wanted.size === 0) return;
      const roles = backend.sharesWork ? wanted : rolesOnOneFile(wanted);
      // Load agents before their due jobs run.
      if (roles.has("agents")) await agents.start();
      if (roles.has("work")) await retention.arm();
      const ownQueues = queuesForRoles(roles, { all: queues, agents: agents.queues, bot: listenQueue });
      await runsModule.start(backend.sharesWork ? ownQueues : { [listenQueue]: leaveToNext(context), ...ownQueues });
      if (roles.has("bot")) await draftsModule.chat.listen();
      if (!roles.has("work")) return;
      await reportPlannerDrift({ store: runsModule.store, planning: planningModule.planning, log });
      // Not awaited: a server may take its time to answer.
      void reportServerDrift(toolbox.servers, log);
    },
    async stop() {
      stopMeasuring();
      await stopRelaying();
      await agents.stop();
      // Aborted calls and messages must settle before their connections close.
      await runsModule.stop();
      await draftsModule.chat.stop();
      await bus.close();
      await toolbox.stop();
    },
  };
}

/** Releases the polling job, for a process that does not poll Telegram. */
function leaveToNext({ backend, clock }: RuntimeContext): Handler {
  return async ({ job }) => {
    const now = clock.now();
    await backend.store.write((tx) => tx.release(job, { dueAt: now + handoverMs, now }));
  };
}
