import type { Handler } from "../ports/engine.ts";
import { listenQueue } from "./chat.ts";
import { type Duties, onOneFile, queuesOf, withoutBot } from "./duties.ts";
import type { Ground } from "./ground.ts";
import { hearNotices } from "./hear-notices.ts";
import { watchProcess } from "./process-metrics.ts";
import type { Retention } from "./retention/retention.ts";
import type { Gate, Minds, Shared, Watch } from "./rooms.ts";

export type LifeParts = {
  ground: Ground;
  shared: Shared;
  minds: Minds;
  gate: Gate;
  watch: Watch;
  retention: Retention;
};

export type Life = {
  /** Hears what other processes do, and begins to work on what is due, that left by an earlier process first of all. */
  start: (duties?: Duties) => Promise<void>;
  /** Ends the work, keeps what was done, closes what was opened. */
  stop: () => Promise<void>;
};

const standAsideMs = 1_000;

/** The order in which rooms begin and end. */
export function createLife({ ground, shared, minds, gate, watch, retention }: LifeParts): Life {
  const { backend, changes, watchers } = ground;
  const { work, toolbox, queues } = shared;
  const { agents, bus } = watch;
  const stopWatching = watchProcess(watchers.metrics);
  let stopHearing = async (): Promise<void> => undefined;
  return {
    async start(wanted = withoutBot) {
      stopHearing = hearNotices(backend.notices, { changes, runs: work.runs, react: minds.react, agents });
      if (wanted.size === 0) return;
      const duties = backend.sharesWork ? wanted : onOneFile(wanted);
      // What is due finds the agents it is for.
      if (duties.has("agents")) await agents.start();
      if (duties.has("work")) await retention.arm();
      const ours = queuesOf(duties, { all: queues, agents: agents.queues, bot: listenQueue });
      await work.start(backend.sharesWork ? ours : { [listenQueue]: standAside(ground), ...ours });
      if (duties.has("bot")) await gate.chat.listen();
    },
    async stop() {
      stopWatching();
      await stopHearing();
      await agents.stop();
      // A call or a message that was told to end ends before its way out is taken away.
      await work.stop();
      await gate.chat.stop();
      await bus.close();
      await toolbox.stop();
    },
  };
}

/** Whoever works alone on a file and does not listen to people leaves that to the next. */
function standAside({ backend, clock }: Ground): Handler {
  return async ({ job }) => {
    const now = clock.now();
    await backend.store.write((tx) => tx.release(job, { dueAt: now + standAsideMs, now }));
  };
}
