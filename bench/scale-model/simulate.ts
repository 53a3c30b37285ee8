import { createRandom } from "../../src/testing/conformance/fuzz.ts";
import { createHeap } from "./heap.ts";

/** The time one run needs of each part, in milliseconds, and the capacity of each part. */
export type Model = {
  /** Runs under way at once. */
  slots: number;
  /** Processes, of one thread each. */
  workers: number;
  workerMs: number;
  databaseCores: number;
  databaseMs: number;
  /** How often a run waits for a flush of the log, and how long one flush takes; waiting runs share the next flush. */
  flushes: number;
  flushMs: number;
  bytes: number;
  logBytesPerMs: number;
  /** Time a run waits for the tools it calls. */
  toolMs: number;
};

/** Utilisation of each part; for the log, which flushes for all waiting runs, the fraction of its throughput. */
export type Simulated = { perSecond: number; workers: number; database: number; log: number; slots: number };

type Event = { at: number; do: () => void };

const mostTokens = 8_000;

/**
 * Runs that go round: the worker thinks, the database works, the log is flushed, the tools answer, and the next run begins.
 * A discrete-event simulation with drawn service times; a part with more to do than it can has a queue.
 */
export function simulate(model: Model, { seed = 1, runs = 6_000 } = {}): Simulated {
  // More runs than these at once only make the queues longer; what tools take is scaled with them.
  const tokens = Math.min(model.slots, mostTokens);
  const chance = createRandom(seed);
  const drawn = (mean: number): number => -Math.log(1 - chance()) * mean;
  const events = createHeap<Event>((one) => one.at);
  let now = 0;
  let done = 0;
  const after = (ms: number, work: () => void): void => events.push({ at: now + ms, do: work });
  const workers = createStation({ servers: model.workers, service: () => drawn(model.workerMs), after });
  const database = createStation({ servers: model.databaseCores, service: () => drawn(model.databaseMs), after });
  const log = createLog(model, after);
  let waiting = 0;
  const begin = (): void => workers.enter(() => database.enter(() => flush(model.flushes)));
  const flush = (left: number): void => (chance() < left ? log.enter(() => flush(left - 1)) : call());
  const call = (): void => {
    const ms = drawn((model.toolMs * tokens) / model.slots);
    waiting += ms;
    after(ms, () => {
      done += 1;
      begin();
    });
  };
  // Started at different times, so that the runs are not in step.
  for (let at = 0; at < tokens; at += 1) after(chance() * model.toolMs, begin);
  const goOnTo = (count: number): void => {
    for (let event = events.pop(); event !== undefined; event = events.pop()) {
      now = event.at;
      event.do();
      if (done >= count) return;
    }
  };
  const warm = runs + tokens;
  goOnTo(warm);
  const mark = { at: now, workers: workers.busyMs(), database: database.busyMs(), waiting };
  goOnTo(warm + runs);
  const ms = now - mark.at;
  return {
    perSecond: (runs * 1000) / ms,
    workers: (workers.busyMs() - mark.workers) / (ms * model.workers),
    database: (database.busyMs() - mark.database) / (ms * model.databaseCores),
    log: (runs * model.bytes) / (ms * model.logBytesPerMs),
    slots: (waiting - mark.waiting) / (ms * tokens),
  };
}

type Schedule = (ms: number, work: () => void) => void;

/** A fixed number at once, the others in order of arrival. */
function createStation({ servers, service, after }: { servers: number; service: () => number; after: Schedule }) {
  const queue: (() => void)[] = [];
  let head = 0;
  let busy = 0;
  let busyMs = 0;
  const serve = (next: () => void): void => {
    const ms = service();
    busy += 1;
    busyMs += ms;
    after(ms, () => {
      busy -= 1;
      const waiting = queue[head];
      if (waiting !== undefined) {
        head += 1;
        if (head > 10_000) head -= queue.splice(0, head).length;
        serve(waiting);
      }
      next();
    });
  };
  return {
    enter: (next: () => void): void => void (busy < servers ? serve(next) : queue.push(next)),
    busyMs: (): number => busyMs,
  };
}

/** One flush at a time, shared by all that wait when it begins. */
function createLog({ flushMs, bytes, flushes, logBytesPerMs }: Model, after: Schedule) {
  let waiting: (() => void)[] = [];
  let isFlushing = false;
  const flush = (): void => {
    const own = waiting;
    waiting = [];
    isFlushing = true;
    const ms = flushMs + (own.length * bytes) / Math.max(1, flushes) / logBytesPerMs;
    after(ms, () => {
      isFlushing = false;
      if (waiting.length > 0) flush();
      for (const next of own) next();
    });
  };
  return {
    enter(next: () => void): void {
      waiting.push(next);
      if (!isFlushing) flush();
    },
  };
}
