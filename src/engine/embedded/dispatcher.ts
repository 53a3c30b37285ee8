import { createBacklog } from "./backlog.ts";
import { createSlots, jobKey, type SlotResult } from "./slots.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Handler, LeasedJob } from "../../ports/engine.ts";
import { laneLimit, type LaneLimits, laneOf } from "../../ports/lanes.ts";
import type { Log } from "../../ports/log.ts";

/** Due jobs kept in memory while all slots are taken; the rest stays in the store. */
const largestBacklog = 1024;

type DispatcherParts = {
  concurrency: number;
  limits: LaneLimits;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  handler: (queue: string) => Handler | undefined;
  /** Poll the store no later than at this time. */
  pollBy: (at: number) => void;
};

/** Hands due jobs to their handlers as capacity allows. */
type Dispatcher = {
  /** Accepts a due job. A running one is notified when the job was enqueued again. */
  take(job: LeasedJob, isNew?: boolean): void;
  /** Starts a job before its transaction is durable, if there is capacity; its later announcement is ignored. */
  anticipate(job: LeasedJob): void;
  /** How many due jobs to fetch, so that jobs already known here do not hide others. */
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
      log.error("job failed, will retry", { event: "engine.job_retry", queue: job.queue, key: job.key, error });
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
      if (hasCapacity(job)) slots.begin(job, "anticipated");
    },
    fetchLimit: () => slots.size() + pauses.size() + largestBacklog,
    settled: () => slots.settled(),
  };
}

/** Exponential backoff of jobs whose handler failed. */
type Pauses = {
  /** When the job may run again. */
  pause(key: string, now: number): number;
  isPaused(key: string, now: number): boolean;
  clear(key: string): void;
  size(): number;
};

const firstMs = 1_000;
const longestMs = 300_000;

function createPauses(): Pauses {
  const paused = new Map<string, { from: number; until: number; ms: number }>();
  return {
    pause(key, now) {
      const ms = Math.min(longestMs, (paused.get(key)?.ms ?? firstMs / 2) * 2);
      paused.set(key, { from: now, until: now + ms, ms });
      return now + ms;
    },
    isPaused(key, now) {
      const pause = paused.get(key);
      // A clock that reads earlier than the start of the pause went backwards; the rest of the pause is unknown, so it ends.
      return pause !== undefined && now >= pause.from && now < pause.until;
    },
    clear: (key) => void paused.delete(key),
    size: () => paused.size,
  };
}
