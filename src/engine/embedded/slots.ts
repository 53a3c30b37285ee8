import type { Handler, LeasedJob } from "../../ports/engine.ts";
import { laneOf } from "../../ports/lanes.ts";
import { createYieldedSlots } from "../yielded-slots.ts";

/** A job being worked on; `again` is the job as it was put in meanwhile. */
type Slot = { job: LeasedJob; isDurable: boolean; again?: LeasedJob; wake?: () => void; done: Promise<void> };

/** How a stretch of work ended. */
export type SlotResult = { job: LeasedJob; again?: LeasedJob; error?: unknown };

/** The jobs under way in this process, each once. */
export type Slots = {
  isFull(): boolean;
  /** No more of this queue for now: see `Aside`. */
  isCrowded(queue: string): boolean;
  size(): number;
  inLane(lane: string): number;
  /** One that is expected is not durable yet, and will be announced when it is. */
  begin(job: LeasedJob, as?: "expected"): void;
  /** Whether somebody works on this job; if it was put in again meanwhile, its handler is told. */
  wake(job: LeasedJob, isNew: boolean): boolean;
  /** Resolves when every handler has returned. */
  settled(): Promise<void>;
};

export type SlotsParts = {
  concurrency: number;
  signal: AbortSignal;
  handler: (queue: string) => Handler | undefined;
  onEnd: (worked: SlotResult) => void;
  /** There is room again though nothing ended. */
  onFree: () => void;
};

export function createSlots({ concurrency, signal, handler, onEnd, onFree }: SlotsParts): Slots {
  const slots = new Map<string, Slot>();
  const waiting = createYieldedSlots(concurrency, onFree);
  const lanes = new Map<string, number>();
  const count = (job: LeasedJob, add: number): void => {
    const jobs = (lanes.get(laneOf(job)) ?? 0) + add;
    if (jobs === 0) lanes.delete(laneOf(job));
    else lanes.set(laneOf(job), jobs);
  };
  const work = async (slot: Slot): Promise<void> => {
    const { job } = slot;
    const onWake = (call: () => void): void => {
      slot.wake = call;
      if (slot.again !== undefined) call();
    };
    let error: unknown;
    try {
      const handle = handler(job.queue);
      if (handle === undefined) throw new Error(`nobody handles the queue ${job.queue}`);
      await handle({ job, signal, onWake, yieldSlot: (wait) => waiting.yieldSlot(job.queue, wait) });
    } catch (thrown) {
      error = thrown ?? new Error("the handler threw nothing");
    }
    slots.delete(jobKey(job));
    count(job, -1);
    onEnd({
      job,
      ...(slot.again === undefined ? {} : { again: slot.again }),
      ...(error === undefined ? {} : { error }),
    });
  };
  return {
    isFull: () => slots.size - waiting.count() >= concurrency,
    isCrowded: waiting.isCrowded,
    size: () => slots.size,
    inLane: (lane) => lanes.get(lane) ?? 0,
    begin(job, as) {
      const slot: Slot = { job, isDurable: as !== "expected", done: Promise.resolve() };
      slots.set(jobKey(job), slot);
      count(job, 1);
      slot.done = work(slot);
    },
    wake(job, isNew) {
      const slot = slots.get(jobKey(job));
      if (slot === undefined) return false;
      const isAnnounced = !slot.isDurable && job.version === slot.job.version;
      slot.isDurable ||= isAnnounced;
      if (isAnnounced) return true;
      if (isNew || job.version > (slot.again ?? slot.job).version) {
        slot.again = job;
        slot.wake?.();
      }
      return true;
    },
    settled: async () => void (await Promise.all([...slots.values()].map((slot) => slot.done))),
  };
}

export function jobKey({ queue, key }: LeasedJob): string {
  return `${queue}:${key}`;
}
