import type { Handler, HeldJob, LeaseGuard, JobKey, Lease } from "../../ports/engine.ts";
import { jobId } from "../job-id.ts";
import { createYieldedSlots } from "../yielded-slots.ts";

/** A claimed job; `onDone` is called when the work on it has ended. `reserved`: its lease may not be stored yet. */
type AcquiredJob = {
  job: HeldJob;
  heldFor: () => number;
  onDone?: () => void;
  reserved?: { readonly isStored: boolean };
};

/** A running job; `version` is its latest known version, `heldFor` the time since the request whose renewal succeeded last. */
type Slot = AcquiredJob & {
  version: number;
  stopping: AbortController;
  wake?: () => void;
  /** The same job, acquired again before this handler call returned. */
  next?: AcquiredJob;
  done: Promise<void>;
};

type LeasedSlotsParts = {
  concurrency: number;
  handler: (queue: string) => Handler | undefined;
  /** Called when a handler ended; its slot is free once this resolves. */
  onEnd: (job: HeldJob, error: unknown) => Promise<void>;
  onFree: () => void;
  /** How long after a renewal the lease certainly has not expired. */
  sureMs: number;
  /** Renews every lease, or learns that it was lost. */
  renew: () => Promise<void>;
};

/** The jobs leased by this process, each running once. */
export type LeasedSlots = {
  /** How many slots are taken; jobs that wait for other jobs take none. */
  size(): number;
  /** See `YieldedSlots`. */
  isCrowded(queue: string): boolean;
  /** Leases that are stored, to be renewed. */
  leases(): number[];
  begin(taken: AcquiredJob): void;
  /** These leases were renewed. */
  renewed(leases: ReadonlySet<number>, heldFor: () => number): void;
  /** Whether the job is running here; its handler is notified if this version is new. */
  wake(key: JobKey, version: number): boolean;
  /** Aborts the handlers of leases that were lost. */
  abortLost(held: ReadonlySet<number>, among: readonly number[]): HeldJob[];
  stop(): Promise<void>;
};

export function createLeasedSlots(deps: LeasedSlotsParts): LeasedSlots {
  const { concurrency, handler, onEnd, onFree } = deps;
  const slots = new Map<string, Slot>();
  const waiting = createYieldedSlots(concurrency, onFree);
  let isStopped = false;
  const begin = (taken: AcquiredJob): void => {
    const { job } = taken;
    const current = slots.get(jobId(job));
    if (current !== undefined) return replaceNext(current, taken);
    const stopping = new AbortController();
    const slot: Slot = { ...taken, version: job.version, stopping, done: Promise.resolve() };
    slots.set(jobId(job), slot);
    slot.done = work(slot);
  };
  const work = async (slot: Slot): Promise<void> => {
    const { job } = slot;
    const guard = guardOf(slot, deps);
    const yieldSlot: Lease["yieldSlot"] = (wait) => waiting.yieldSlot(job.queue, wait);
    const error = await failureOf(() => runHandler(slot, handler(job.queue), { guard: guard, yieldSlot }));
    await onEnd(job, error);
    slots.delete(jobId(job));
    slot.onDone?.();
    if (slot.next === undefined) return onFree();
    if (!isStopped) return begin(slot.next);
    await onEnd(slot.next.job, undefined);
    slot.next.onDone?.();
  };
  const all = (): Slot[] => [...slots.values()];
  const allTaken = (): AcquiredJob[] => all().flatMap((slot) => (slot.next === undefined ? [slot] : [slot, slot.next]));
  return {
    size: () => slots.size - waiting.count(),
    isCrowded: waiting.isCrowded,
    leases: () => allTaken().flatMap(({ job, reserved }) => (reserved?.isStored === false ? [] : [job.lease])),
    begin,
    renewed(leases, heldFor) {
      for (const taken of allTaken()) if (leases.has(taken.job.lease)) taken.heldFor = heldFor;
    },
    wake(key, version) {
      const slot = slots.get(jobId(key));
      if (slot === undefined) return false;
      if (version > slot.version) {
        slot.version = version;
        slot.wake?.();
      }
      return true;
    },
    abortLost(held, among) {
      const lost = all().filter(({ job }) => among.includes(job.lease) && !held.has(job.lease));
      for (const { stopping } of lost) stopping.abort();
      return lost.map(({ job }) => job);
    },
    async stop() {
      isStopped = true;
      for (const { stopping } of all()) stopping.abort();
      while (slots.size > 0) await Promise.all(all().map(({ done }) => done));
    },
  };
}

/** The one before lost its lease before its turn came: whoever delivered it must not wait for it. */
function replaceNext(slot: Slot, taken: AcquiredJob): void {
  slot.next?.onDone?.();
  slot.next = taken;
}

function guardOf(slot: Slot, { sureMs, renew }: Pick<LeasedSlotsParts, "sureMs" | "renew">): LeaseGuard {
  const isSure = (): boolean => !slot.stopping.signal.aborted && slot.heldFor() < sureMs;
  return {
    stillLeased: isSure,
    async confirm() {
      if (!isSure()) await renew();
      return isSure();
    },
  };
}

async function runHandler(
  slot: Slot,
  handler: Handler | undefined,
  more: Pick<Lease, "guard" | "yieldSlot">,
): Promise<void> {
  const { job, stopping } = slot;
  if (handler === undefined) throw new Error(`no handler for queue ${job.queue}`);
  const onWake = (call: () => void): void => {
    slot.wake = call;
    if (slot.version > job.version) call();
  };
  await handler({ job, signal: stopping.signal, onWake, ...more });
}

async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error ?? new Error("the handler threw nothing");
  }
}
