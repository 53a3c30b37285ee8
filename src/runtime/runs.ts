import { compact } from "../plan/compact.ts";
import type { Clock } from "../ports/clock.ts";
import type { Engine, Handler, Job } from "../ports/engine.ts";
import type { LaneLimits } from "../ports/lanes.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { CurrentPolicyLookup } from "../runs/pins.ts";
import type { ChildPlans } from "../runs/plan-step.ts";
import { followUpQueue } from "../runs/follow-up-handler.ts";
import { createRuns, type Runs, type RunsParts as CreateRunsParts } from "../runs/runs.ts";
import { bufferQueue } from "../runs/subscriptions.ts";
import { runQueue } from "../runs/run-queue.ts";
import { type Backend, type BackendLocation, openBackend } from "./storage/backend.ts";
import { createTimeIds } from "./time-ids.ts";
import type { RunTelemetry } from "./telemetry/instrument-runs.ts";

type RunsParts = {
  verbs: Verbs;
  clock: Clock;
  log: Log;
  /** Concurrent runs, and concurrent units per run. */
  concurrency?: number;
  parallel?: number;
  /** Concurrency limits per tenant. */
  limits?: LaneLimits;
  /** The current policy and profile versions, which runs pin. */
  currentPolicy?: CurrentPolicyLookup;
  /** Saved plans, for steps that run one. */
  childPlans?: ChildPlans;
} & Pick<CreateRunsParts, "followUp" | "notifyOfWait">;

/** `folder` holds the data, usually `.planwright` of the working folder. */
export type RunsOptions = BackendLocation & RunsParts;

export type OpenRuns = {
  runs: Runs;
  store: Store;
  /** See `Engine.anticipate`. */
  anticipate: (job: Job) => void;
  /** Handlers of the run queue. */
  queues: Readonly<Record<string, Handler>>;
  /** See `Engine.deliveries`. */
  deliveries: Engine["deliveries"];
  /** Starts executing due jobs of these queues (the run queue by default), including those of crashed processes. */
  start(queues?: Readonly<Record<string, Handler>>): Promise<void>;
  /** Stops the work, keeps its results, closes the store. */
  stop(): Promise<void>;
};

/** Opens durable runs. On SQLite one process at a time executes them; on Postgres all do. */
export function openRuns(options: RunsOptions): OpenRuns {
  return openRunsIn(openBackend(options), options);
}

/** The same on an open backend, with telemetry hooks. */
export function openRunsIn(backend: Backend, options: RunsParts, watch: Partial<RunTelemetry> = {}): OpenRuns {
  const { verbs, clock, log, concurrency, parallel, currentPolicy, childPlans, limits = {} } = options;
  const { followUp, notifyOfWait } = options;
  const { around = (handler) => handler, ...hooks } = watch;
  const { store } = backend;
  const ids = createTimeIds(clock);
  const given = compact({ parallel, currentPolicy, childPlans, followUp, notifyOfWait });
  const anticipate = (job: Job): void => engine.anticipate?.(job);
  const runs = createRuns({ store, verbs, clock, ids, log, anticipate, ...hooks, ...given });
  const engine = backend.engine(compact({ clock, log, limits, concurrency }));
  const own = {
    [runQueue]: around(runs.handler),
    [followUpQueue]: runs.followUpHandler,
    [bufferQueue]: runs.bufferHandler,
  };
  return {
    runs,
    store,
    anticipate,
    queues: own,
    deliveries: engine.deliveries,
    start: (queues = own) => engine.start(queues),
    async stop() {
      await engine.stop();
      await store.close();
    },
  };
}
