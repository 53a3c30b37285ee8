import type { Clock } from "../ports/clock.ts";
import type { Handler } from "../ports/engine.ts";
import type { Job } from "../ports/engine.ts";
import type { LaneLimits } from "../ports/lanes.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { StandingOf } from "../runs/pins.ts";
import { createRuns, type Runs } from "../runs/runs.ts";
import { runQueue } from "../runs/run-queue.ts";
import { type Backend, type BackendPlace, openBackend } from "./backend.ts";
import { createTimeIds } from "./time-ids.ts";
import type { RunWatch } from "./watch-runs.ts";

export type { ReplayReport } from "../contracts/determinism/replay.ts";
export type { Choice } from "../ports/fact.ts";
export type { Run } from "../ports/run.ts";
export type { Wait } from "../ports/wait.ts";
export type { RunView } from "../runs/run-view.ts";
export type { Runs } from "../runs/runs.ts";

export type RunsParts = {
  verbs: Verbs;
  clock: Clock;
  log: Log;
  /** Runs worked on at once, and units at once in each. */
  concurrency?: number;
  parallel?: number;
  /** What one tenant may have of the workers. */
  limits?: LaneLimits;
  /** The policy and the profile in force, which runs pin. */
  standing?: StandingOf;
};

/** `folder` is where the data is kept, usually `.planwright` of the working folder. */
export type RunsOptions = BackendPlace & RunsParts;

export type OpenRuns = {
  runs: Runs;
  store: Store;
  /** See `Engine.expect`. */
  expect: (job: Job) => void;
  /** Of the runs alone. */
  queues: Readonly<Record<string, Handler>>;
  /** Begins to work on what is due, that left by an earlier process first of all: on these queues, or the runs. */
  start(queues?: Readonly<Record<string, Handler>>): Promise<void>;
  /** Ends the work, keeps what was done, closes the file. */
  stop(): Promise<void>;
};

/** Durable runs. Several processes may open one folder, and one of them at a time works; on Postgres all of them do. */
export function openRuns(options: RunsOptions): OpenRuns {
  return openRunsIn(openBackend(options), options);
}

/** The same over what is open already, and seen by somebody. */
export function openRunsIn(backend: Backend, options: RunsParts, watch: Partial<RunWatch> = {}): OpenRuns {
  const { verbs, clock, log, concurrency, parallel, standing, limits = {} } = options;
  const { around = (handler) => handler, ...hooks } = watch;
  const { store } = backend;
  const ids = createTimeIds(clock);
  const given = { ...(parallel !== undefined && { parallel }), ...(standing !== undefined && { standing }) };
  const expect = (job: Job): void => engine.expect?.(job);
  const runs = createRuns({ store, verbs, clock, ids, log, expect, ...hooks, ...given });
  const engine = backend.engine({ clock, log, limits, ...(concurrency !== undefined && { concurrency }) });
  const own = { [runQueue]: around(runs.handler) };
  return {
    runs,
    store,
    expect,
    queues: own,
    start: (queues = own) => engine.start(queues),
    async stop() {
      await engine.stop();
      await store.close();
    },
  };
}
