import { ChangeKind } from "../contracts/api/changes.ts";
import type { Handler } from "../ports/engine.ts";
import type { Notice, Notices } from "../ports/notices.ts";
import type { React } from "../react/index.ts";
import type { Runs } from "../runs/runs.ts";
import type { OpenAgents } from "./agents/agents.ts";
import type { Changes } from "./changes/changes.ts";
import { listenQueue } from "./chat.ts";
import { type BackgroundRoles, rolesOnOneFile, queuesForRoles, withoutBot } from "./background-roles.ts";
import type { RuntimeContext } from "./runtime-context.ts";
import { measureProcess } from "./telemetry/process-metrics.ts";
import { watchClock } from "./telemetry/watch-clock.ts";
import { reportPlannerDrift, reportServerDrift } from "./report-drift.ts";
import { recheckHourly } from "./storage/recheck-hourly.ts";
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
  const stopWatchingClock = watchClock(log);
  const stopRechecking = recheckHourly(context);
  let stopRelaying = async (): Promise<void> => undefined;
  return {
    async start(wanted = withoutBot) {
      stopRelaying = relayNotices(backend.notices, {
        changes,
        runs: runsModule.runs,
        react: planningModule.react,
        agents,
      });
      await planningModule.lessons.start();
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
      stopWatchingClock();
      stopRechecking();
      await stopRelaying();
      await agents.stop();
      // Aborted calls and messages must settle before their connections close.
      await runsModule.stop();
      await draftsModule.chat.stop();
      planningModule.lessons.stop();
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

type NoticeTargets = {
  changes: Changes;
  runs: Pick<Runs, "refresh">;
  react: Pick<React, "refresh">;
  agents: Pick<OpenAgents, "refresh" | "follow">;
};

/** Relays notices of other processes to the waiters in this process. */
function relayNotices(notices: Notices, hearing: NoticeTargets): () => Promise<void> {
  return notices.watch((notice) => (notice === undefined ? refreshAll(hearing) : relay(hearing, notice)));
}

function relay({ changes, runs, react, agents }: NoticeTargets, { tenant, kind, id }: Notice): void {
  if (kind === "run") runs.refresh(id);
  if (kind === "react") react.refresh({ tenant, requestId: id });
  if (kind === "agent") agents.refresh();
  // Load the profile first, so that a reader of the change finds it.
  if (kind === "profile") void agents.follow().then(() => changes.publish(tenant, { kind: "agent", id }));
  // A newer release may send kinds that this one does not know.
  const { data: shown } = ChangeKind.safeParse(kind);
  if (shown !== undefined) changes.publish(tenant, { kind: shown, id });
}

function refreshAll({ changes, runs, react, agents }: NoticeTargets): void {
  runs.refresh();
  react.refresh();
  agents.refresh();
  void agents.follow().then(() => changes.publishGap());
}
