import type { Clock } from "../../ports/clock.ts";
import type { Handler, LeasedJob } from "../../ports/engine.ts";
import { laneOf, type LaneLimits, laneLimit } from "../../ports/lanes.ts";
import type { Log } from "../../ports/log.ts";
import { createBacklog } from "./backlog.ts";
import { createPauses } from "./pauses.ts";
import { createSlots, jobKey, type SlotResult } from "./slots.ts";

/** Due jobs kept in memory while there is no room; the rest stays in the store until there is. */
const largestBacklog = 1024;

export type DispatcherParts = {
  concurrency: number;
  limits: LaneLimits;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  handler: (queue: string) => Handler | undefined;
  /** Look into the store no later than at this time. */
  pollBy: (at: number) => void;
};

/** Gives due jobs to their handlers as there is room for them. */
export type Dispatcher = {
  /** Takes a due job. One that is under way is told, if it was put in again: just now, or by its version. */
  take(job: LeasedJob, isNew?: boolean): void;
  /** Begins a job before it is durable, if there is room; its announcement will be no news. */
  anticipate(job: LeasedJob): void;
  /** How many due jobs to ask the store for, so that those already known here do not hide others. */
  fetchLimit(): number;
  settled(): Promise<void>;
};

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { clock, limits, log, signal, pollBy: lookBy } = parts;
  const backlog = createBacklog(largestBacklog);
  const pauses = createPauses();
  let isMoreInStore = false;

  const hasCapacity = (job: LeasedJob): boolean =>
    !slots.isFull() && !slots.isCrowded(job.queue) && slots.inLane(laneOf(job)) < laneLimit(limits, job.tenant);
  const begin = (job: LeasedJob): void => {
    backlog.remove(job);
    slots.begin(job);
  };
  const take = (job: LeasedJob, isNew = false): void => {
    if (slots.wake(job, isNew) || pauses.isPaused(jobKey(job), clock.now())) return;
    if (hasCapacity(job)) begin(job);
    else if (!backlog.put(job)) isMoreInStore = true;
  };
  const fill = (): void => {
    while (!slots.isFull()) {
      const next = backlog.next({ underWay: (lane) => slots.inLane(lane), isOpen: hasCapacity });
      if (next === undefined) return;
      begin(next);
    }
  };
  const onEnd = ({ job, again, error }: SlotResult): void => {
    if (error === undefined) pauses.clear(jobKey(job));
    else {
      log.error("a job failed and will be tried again", { queue: job.queue, key: job.key, error });
      lookBy(pauses.pause(jobKey(job), clock.now()));
    }
    if (signal.aborted) return;
    if (again !== undefined && !pauses.isPaused(jobKey(again), clock.now()) && !backlog.put(again))
      isMoreInStore = true;
    fill();
    if (!isMoreInStore || backlog.size() > largestBacklog / 2) return;
    isMoreInStore = false;
    lookBy(clock.now());
  };
  const slots = createSlots({ ...parts, onEnd, onFree: () => void (signal.aborted || fill()) });
  return {
    take,
    anticipate(job) {
      if (hasCapacity(job)) slots.begin(job, "expected");
    },
    fetchLimit: () => slots.size() + pauses.size() + largestBacklog,
    settled: () => slots.settled(),
  };
}
