import type { Job, Worker } from "bullmq";
import type { Clock } from "../../ports/clock.ts";
import type { JobKey } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import type { Capacity } from "./capacity.ts";
import { fromDeliveryId } from "./names.ts";

type DeliveriesDeps = {
  worker: Worker;
  /** A delivery as Redis returns it. */
  toJob: (worker: Worker, data: unknown, id: string) => Job;
  clock: Clock;
  log: Log;
  capacity: Omit<Capacity, "release" | "close">;
  /** Claims the job and works on it; resolves when that has ended, or at once where the claim was refused. Fills the slot that was taken, or gives it back. */
  work: (job: JobKey) => Promise<void>;
  /** The delivery is finished: the same job may be added again. */
  onFinished: (job: JobKey) => void;
  lockMs: number;
};

/**
 * Takes deliveries of one BullMQ queue, only while there are free slots, so that other workers get the rest. While deliveries wait,
 * it fetches several in one round trip, and the next with the end of each; those that arrive together are claimed by one statement.
 */
export type Deliveries = {
  /** Extends the locks of deliveries that are being worked on. */
  extendLocks(): Promise<void>;
  stop(): Promise<void>;
};

const retryMs = 1_000;
const maxFetches = 16;

export function takeDeliveries(deps: DeliveriesDeps): Deliveries {
  const { worker, clock, log, capacity } = deps;
  const queue = worker.name;
  const stopping = new AbortController();
  const handling = createHandling(deps, stopping.signal);
  let fetched = 0;
  const running = new Set<Promise<void>>();
  const backOff = (): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimer(clock.now() + retryMs, resolve);
      stopping.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  /** Several do not wait for a delivery; one alone does, and leaves its slot to others meanwhile. */
  const fetch = async (count: number): Promise<number> => {
    const waits = count === 1;
    if (waits) capacity.give();
    const fetches = Array.from({ length: count }, async () => {
      const token = `${worker.id}:${(fetched += 1)}`;
      let job: Job | undefined;
      try {
        job = await worker.getNextJob(token, { block: waits });
      } finally {
        if (job === undefined && !waits) capacity.give();
      }
      if (job === undefined) return [];
      if (waits) capacity.take();
      const done = handling.handleAll(job, token).finally(() => running.delete(done));
      running.add(done);
      return [job];
    });
    await Promise.allSettled(fetches);
    return (await Promise.all(fetches)).flat().length;
  };
  const loop = async (): Promise<void> => {
    let most = 1;
    for (;;) {
      const count = await capacity.wait(queue, most);
      if (count === 0) return;
      if (stopping.signal.aborted) return capacity.give(count);
      try {
        most = (await fetch(count)) < count ? 1 : Math.min(most * 2, maxFetches);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn("fetching a delivery failed", { event: "engine.fetch_failed", queue, error });
        await backOff();
      }
    }
  };
  const looping = loop();
  return {
    extendLocks: () => handling.extendLocks(),
    async stop() {
      stopping.abort();
      await Promise.all(running);
      // Force: a blocked fetch would hold it until its time-out.
      await worker.close(true);
      await looping;
    },
  };
}

/** Works on deliveries and completes them. */
function createHandling(deps: DeliveriesDeps, stopping: AbortSignal) {
  const { worker, toJob, log, work, onFinished, capacity, lockMs } = deps;
  const active = new Map<Job, string>();
  /** Gives the next delivery that came with the end of this one. */
  const complete = async (job: Job, token: string): Promise<Job | undefined> => {
    const hasSlot = !stopping.aborted && capacity.tryTake(worker.name);
    let next: Job | undefined;
    try {
      const [data, id] = (await job.moveToCompleted(null, token, hasSlot)) ?? [];
      if (hasSlot && data) next = toJob(worker, data, String(id));
      return next;
    } finally {
      if (hasSlot && next === undefined) capacity.give();
    }
  };
  const handle = async (job: Job, token: string): Promise<Job | undefined> => {
    const key = fromDeliveryId(worker.name, job.id ?? "");
    active.set(job, token);
    try {
      if (stopping.aborted) capacity.give();
      else await work(key);
      return await complete(job, token);
    } catch (error) {
      // The lock was lost or Redis is down. The jobs table is authoritative; the relay adds the job again if it is still due.
      log.warn("delivery not completed", { event: "engine.delivery_failed", ...key, error });
      return undefined;
    } finally {
      active.delete(job);
      onFinished(key);
    }
  };
  return {
    /** Works on the delivery, and on those that arrive with its completion. */
    async handleAll(first: Job, token: string): Promise<void> {
      for (let job: Job | undefined = first; job !== undefined;) job = await handle(job, token);
    },
    async extendLocks(): Promise<void> {
      await Promise.allSettled([...active].map(([job, token]) => job.extendLock(token, lockMs)));
    },
  };
}
