import type { Handler } from "../ports/engine.ts";
import { listenQueue } from "./chat.ts";
import { type BackgroundRoles, rolesOnOneFile, queuesForRoles, withoutBot } from "./background-roles.ts";
import type { RuntimeContext } from "./runtime-context.ts";
import { relayNotices } from "./changes/relay-notices.ts";
import { measureProcess } from "./telemetry/process-metrics.ts";
import type { Retention } from "./retention/retention.ts";
import type { DraftsModule, PlanningModule, SharedModules, AgentsModule } from "./open-modules.ts";

export type LifecycleParts = {
  context: RuntimeContext;
  shared: SharedModules;
  planningModule: PlanningModule;
  draftsModule: DraftsModule;
  agentsModule: AgentsModule;
  retention: Retention;
};

export type Lifecycle = {
  /** Subscribes to notices of other processes and starts executing due jobs, including those of crashed processes. */
  start: (duties?: BackgroundRoles) => Promise<void>;
  /** Stops all work, keeps its results, and closes connections and files. */
  stop: () => Promise<void>;
};

const handoverMs = 1_000;

/** Starts and stops the modules in order. */
export function createLifecycle({
  context: ground,
  shared,
  planningModule: minds,
  draftsModule: gate,
  agentsModule: watch,
  retention,
}: LifecycleParts): Lifecycle {
  const { backend, changes, telemetry: watchers } = ground;
  const { runsModule: work, toolbox, queues } = shared;
  const { agents, bus } = watch;
  const stopWatching = measureProcess(watchers.metrics);
  let stopHearing = async (): Promise<void> => undefined;
  return {
    async start(wanted = withoutBot) {
      stopHearing = relayNotices(backend.notices, { changes, runs: work.runs, react: minds.react, agents });
      if (wanted.size === 0) return;
      const duties = backend.sharesWork ? wanted : rolesOnOneFile(wanted);
      // Load agents before their due jobs run.
      if (duties.has("agents")) await agents.start();
      if (duties.has("work")) await retention.arm();
      const ours = queuesForRoles(duties, { all: queues, agents: agents.queues, bot: listenQueue });
      await work.start(backend.sharesWork ? ours : { [listenQueue]: leaveToNext(ground), ...ours });
      if (duties.has("bot")) await gate.chat.listen();
    },
    async stop() {
      stopWatching();
      await stopHearing();
      await agents.stop();
      // Aborted calls and messages must settle before their connections close.
      await work.stop();
      await gate.chat.stop();
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
