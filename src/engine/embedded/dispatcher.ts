import type { Clock } from "../../ports/clock.ts";
import type { Handler, LeasedJob } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createPauses } from "./pauses.ts";
import { createSlots, jobKey, type Worked } from "./slots.ts";

/** Due jobs kept in memory while there is no room; the rest stays in the store until there is. */
const largestBacklog = 1024;

export type DispatcherParts = {
  concurrency: number;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  handler: (queue: string) => Handler | undefined;
  /** Look into the store no later than at this time. */
  lookBy: (at: number) => void;
};

/** Gives due jobs to their handlers as there is room for them. */
export type Dispatcher = {
  /** Takes a due job. One that is under way is told, if it was put in again: just now, or by its version. */
  take(job: LeasedJob, isNew?: boolean): void;
  /** Begins a job before it is durable, if there is room; its announcement will be no news. */
  expect(job: LeasedJob): void;
  /** How many due jobs to ask the store for, so that those already known here do not hide others. */
  appetite(): number;
  settled(): Promise<void>;
};

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { clock, log, signal, lookBy } = parts;
  const backlog = new Map<string, LeasedJob>();
  const pauses = createPauses();
  let isMoreInStore = false;

  const take = (job: LeasedJob, isNew = false): void => {
    const key = jobKey(job);
    if (slots.wake(job, isNew) || pauses.isPaused(key, clock.now())) return;
    if (!slots.isFull()) {
      backlog.delete(key);
      slots.begin(job);
    } else if (backlog.has(key) || backlog.size < largestBacklog) backlog.set(key, job);
    else isMoreInStore = true;
  };
  const onEnd = ({ job, again, error }: Worked): void => {
    if (error === undefined) pauses.clear(jobKey(job));
    else {
      log.error("a job failed and will be tried again", { queue: job.queue, key: job.key, error });
      lookBy(pauses.pause(jobKey(job), clock.now()));
    }
    if (signal.aborted) return;
    if (again !== undefined) take(again);
    for (const next of backlog.values()) {
      if (slots.isFull()) return;
      take(next);
    }
    if (isMoreInStore) lookBy(clock.now());
    isMoreInStore = false;
  };
  const slots = createSlots({ ...parts, onEnd });
  return {
    take,
    expect(job) {
      if (!slots.isFull()) slots.begin(job, "expected");
    },
    appetite: () => slots.size() + pauses.size() + largestBacklog,
    settled: () => slots.settled(),
  };
}
