import type { Job, Worker } from "bullmq";
import type { Clock } from "../../ports/clock.ts";
import type { JobKey } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { fromDeliveryId } from "./names.ts";

type DeliveriesDeps = {
  worker: Worker;
  clock: Clock;
  log: Log;
  /** Resolves with the number of free slots for this queue when there is one, with 0 when the engine stops. */
  capacity: (queue: string) => Promise<number>;
  /** Claims the job and works on it; resolves when that has ended, or at once where the claim was refused. */
  work: (job: JobKey) => Promise<void>;
  /** The delivery is finished: the same job may be added again. */
  onFinished: (job: JobKey) => void;
  lockMs: number;
  /** They fetch at the same time, so none takes all free slots at once. */
  queues: number;
};

/**
 * Takes deliveries of one BullMQ queue, only while there are free slots, so that other workers get the rest. While deliveries wait,
 * it fetches several in one round trip; they are then claimed by one statement.
 */
export type Deliveries = {
  /** Extends the locks of deliveries that are being worked on. */
  extendLocks(): Promise<void>;
  stop(): Promise<void>;
};

const retryMs = 1_000;
const maxFetches = 16;

export function takeDeliveries(deps: DeliveriesDeps): Deliveries {
  const { worker, clock, log, capacity, queues } = deps;
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
  /** Several do not wait for a delivery; one alone does. */
  const fetch = async (count: number): Promise<Job[]> => {
    const fetches = Array.from({ length: count }, async () => {
      const token = `${worker.id}:${(fetched += 1)}`;
      const job = await worker.getNextJob(token, { block: count === 1 });
      if (job === undefined) return [];
      const done = handling.handle(job, token).finally(() => running.delete(done));
      running.add(done);
      return [job];
    });
    return (await Promise.all(fetches)).flat();
  };
  const loop = async (): Promise<void> => {
    let most = 1;
    for (;;) {
      const free = await capacity(queue);
      if (free === 0 || stopping.signal.aborted) return;
      const count = Math.min(Math.ceil(free / queues), most);
      try {
        const jobs = await fetch(count);
        most = jobs.length < count ? 1 : Math.min(count * 2, maxFetches);
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
function createHandling({ worker, log, work, onFinished, lockMs }: DeliveriesDeps, stopping: AbortSignal) {
  const active = new Map<Job, string>();
  return {
    async handle(job: Job, token: string): Promise<void> {
      const key = fromDeliveryId(worker.name, job.id ?? "");
      active.set(job, token);
      try {
        if (!stopping.aborted) await work(key);
        await job.moveToCompleted(null, token, false);
      } catch (error) {
        // The lock was lost or Redis is away. The table knows the truth; the relay adds the job again where it is still due.
        log.warn("delivery not completed", { event: "engine.delivery_failed", ...key, error });
      } finally {
        active.delete(job);
        onFinished(key);
      }
    },
    async extendLocks(): Promise<void> {
      await Promise.allSettled([...active].map(([job, token]) => job.extendLock(token, lockMs)));
    },
  };
}
