import type { Job, Worker } from "bullmq";
import type { Clock } from "../../ports/clock.ts";
import type { JobKey } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { fromDeliveryId } from "./names.ts";

type DeliveriesDeps = {
  worker: Worker;
  clock: Clock;
  log: Log;
  /** Resolves with true when a slot for this queue is free, with false when the engine stops. */
  capacity: (queue: string) => Promise<boolean>;
  /** Claims the job and works on it; resolves when that has ended, or at once where the claim was refused. */
  work: (job: JobKey) => Promise<void>;
  /** The delivery is finished: the same job may be added again. */
  onFinished: (job: JobKey) => void;
  lockMs: number;
};

/** Takes deliveries of one BullMQ queue, one fetch at a time and only while there is a free slot, so that other workers get the rest. */
export type Deliveries = {
  /** Extends the locks of deliveries that are being worked on. */
  extendLocks(): Promise<void>;
  stop(): Promise<void>;
};

const retryMs = 1_000;

export function takeDeliveries(deps: DeliveriesDeps): Deliveries {
  const { worker, clock, log, capacity, work, onFinished, lockMs } = deps;
  const queue = worker.name;
  const active = new Map<Job, string>();
  const stopping = new AbortController();
  let count = 0;
  const handle = async (job: Job, token: string): Promise<void> => {
    const key = fromDeliveryId(queue, job.id ?? "");
    active.set(job, token);
    try {
      if (!stopping.signal.aborted) await work(key);
      await job.moveToCompleted(null, token, false);
    } catch (error) {
      // The lock was lost or Redis is away. The table knows the truth; the relay adds the job again where it is still due.
      log.warn("delivery not completed", { event: "engine.delivery_failed", queue, key: key.key, error });
    } finally {
      active.delete(job);
      onFinished(key);
    }
  };
  const running = new Set<Promise<void>>();
  const backOff = (): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimer(clock.now() + retryMs, resolve);
      stopping.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await capacity(queue))) {
      const token = `${worker.id}:${(count += 1)}`;
      const job = await worker.getNextJob(token).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn("fetching a delivery failed", { event: "engine.fetch_failed", queue, error });
        return "failed" as const;
      });
      if (job === "failed") await backOff();
      if (job === undefined || job === "failed") continue;
      const done = handle(job, token).finally(() => running.delete(done));
      running.add(done);
    }
  };
  const looping = loop();
  return {
    async extendLocks() {
      await Promise.allSettled([...active].map(([job, token]) => job.extendLock(token, lockMs)));
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      // Force: a blocked fetch would hold it until its time-out.
      await worker.close(true);
      await looping;
    },
  };
}
