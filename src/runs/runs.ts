import type { Checked } from "../plan/checked.ts";
import type { Clock } from "../ports/clock.ts";
import type { Handler } from "../ports/engine.ts";
import type { Choice } from "../ports/fact.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import type { RunQuery, Store } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Wait } from "../ports/wait.ts";
import { cancelRun } from "./cancel-run.ts";
import { createRun, type RunRequest } from "./create-run.ts";
import { decideWait } from "./decide-wait.ts";
import { createDriver } from "./driver.ts";
import { type Replay, replayRun } from "./replay/replay.ts";
import { rerun, type RerunRequest } from "./rerun.ts";
import { viewRun, type RunView } from "./run-view.ts";

export type RunsParts = {
  store: Store;
  verbs: Verbs;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** How many units of one run may be under way at once. */
  parallel?: number;
};

/** Which run, and who asks. */
export type Of = { tenant: string; runId: string };

/** Carrying plans out. */
export interface Runs {
  /** For the engine, under `runQueue`. */
  handler: Handler;
  /** The plan must be valid; what would keep it from ever ending is refused. */
  create(request: RunRequest): Promise<Checked<Run>>;
  view(of: Of): Promise<RunView | undefined>;
  list(query: RunQuery): Promise<Run[]>;
  /** Asks the run to end; calls under way are told, what is done stays done. */
  cancel(of: Of, why: { by: string; reason: string }): Promise<Checked<Run>>;
  waits(tenant: string): Promise<Wait[]>;
  decide(of: { tenant: string; waitId: string }, decision: Choice, by: string): Promise<Checked<Wait>>;
  /** A new run that takes over what came before a step and goes on from there. */
  rerun(request: RerunRequest): Promise<Checked<Run>>;
  /** The stored plan again, compared with the record; a full replay is a new run, linked to the old. */
  replay: Replay;
  /** Resolves when the run has ended, or waits for a person. */
  settled(of: Of, signal?: AbortSignal): Promise<Run | undefined>;
  /** Yields at once, then whenever the run may have moved on. What moves while the consumer reads is not missed. */
  changes(runId: string, signal?: AbortSignal): AsyncGenerator<void>;
}

/** How often to look at a run that another process works on. */
const lookMs = 250;

export function createRuns(parts: RunsParts): Runs {
  const { store, clock, parallel = 8 } = parts;
  const watchers = new Map<string, Set<() => void>>();
  const onChange = ({ id }: Run): void => watchers.get(id)?.forEach((call) => call());
  const changes = (runId: string, signal?: AbortSignal) => watchRun(watchers, { runId, clock, signal });
  const settled: Runs["settled"] = async ({ tenant, runId }, signal) => {
    for await (const _ of changes(runId, signal)) {
      const run = await store.run(tenant, runId);
      if (run === undefined || isSettled(run)) return run;
    }
    return store.run(tenant, runId);
  };
  return {
    handler: createDriver({ ...parts, parallel, onChange }),
    create: (request) => createRun(parts, request),
    view: (of) => viewRun(store, of),
    list: (query) => store.runs(query),
    cancel: (of, why) => cancelRun(parts, of, why),
    waits: (tenant) => store.waits(tenant, "open"),
    decide: (of, decision, by) => decideWait(parts, of, { decision, by }),
    rerun: (request) => rerun(parts, request),
    replay: (request) => replayRun({ ...parts, settled }, request),
    settled,
    changes,
  };
}

function isSettled(run: Run): boolean {
  return hasEnded(run) || (run.status === "waiting" && run.waiting.for === "operator");
}

type Watch = { runId: string; clock: Clock; signal: AbortSignal | undefined };

async function* watchRun(watchers: Map<string, Set<() => void>>, watch: Watch): AsyncGenerator<void> {
  while (watch.signal?.aborted !== true) {
    const change = nextChange(watchers, watch);
    try {
      yield;
      await change.happens;
    } finally {
      change.forget();
    }
  }
}

function nextChange(watchers: Map<string, Set<() => void>>, watch: Watch): { happens: Promise<void>; forget(): void } {
  const { runId, clock, signal } = watch;
  const calls = watchers.get(runId) ?? new Set();
  watchers.set(runId, calls);
  let forget = (): void => undefined;
  const happens = new Promise<void>((resolve) => {
    const call = (): void => {
      forget();
      resolve();
    };
    const takeBack = clock.wake(clock.now() + lookMs, call);
    forget = () => {
      takeBack();
      signal?.removeEventListener("abort", call);
      calls.delete(call);
      if (calls.size === 0) watchers.delete(runId);
    };
    signal?.addEventListener("abort", call);
    calls.add(call);
  });
  return { happens, forget: () => forget() };
}
