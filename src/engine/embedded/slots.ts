import type { Handler, LeasedJob } from "../../ports/engine.ts";
import { laneOf } from "../../ports/lanes.ts";
import { createYieldedSlots } from "../yielded-slots.ts";

/** A running job; `again` is the job as it was enqueued meanwhile. */
type Slot = { job: LeasedJob; isDurable: boolean; again?: LeasedJob; wake?: () => void; done: Promise<void> };

/** How a handler call ended. */
export type SlotResult = { job: LeasedJob; again?: LeasedJob; error?: unknown };

/** The jobs running in this process, each once. */
type Slots = {
  isFull(): boolean;
  /** See `YieldedSlots`. */
  isCrowded(queue: string): boolean;
  size(): number;
  inLane(lane: string): number;
  /** An anticipated job is not durable yet and is announced once it is. */
  begin(job: LeasedJob, as?: "anticipated"): void;
  /** Whether the job is running; its handler is notified if the job was enqueued again meanwhile. */
  wake(job: LeasedJob, isNew: boolean): boolean;
  /** Resolves when every handler has returned. */
  settled(): Promise<void>;
};

type SlotsParts = {
  concurrency: number;
  signal: AbortSignal;
  handler: (queue: string) => Handler | undefined;
  onEnd: (worked: SlotResult) => void;
  /** A slot became free although no handler returned. */
  onFree: () => void;
};

export function createSlots({ concurrency, signal, handler, onEnd, onFree }: SlotsParts): Slots {
  const slots = new Map<string, Slot>();
  const waiting = createYieldedSlots(concurrency, onFree);
  const lanes = new Map<string, number>();
  const count = (job: LeasedJob, add: number): void => {
    const lane = laneOf(job);
    const jobs = (lanes.get(lane) ?? 0) + add;
    if (jobs === 0) lanes.delete(lane);
    else lanes.set(lane, jobs);
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
      if (handle === undefined) throw new Error(`no handler for queue ${job.queue}`);
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
      const slot: Slot = { job, isDurable: as !== "anticipated", done: Promise.resolve() };
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
