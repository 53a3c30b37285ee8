import { performance } from "node:perf_hooks";

/** One sample of the event loop: its lag, and its utilisation from 0 to 1. */
type LoopSample = { lateMs: number; busy: number; now: number };

/**
 * Detects overload from event-loop lag and utilisation. Requests that were not read yet wait in the sockets, where nothing
 * counts them; the lag shows how long that queue is. Started requests share the loop: while it is fully busy, starting
 * more only makes all of them slower.
 */
type Overload = {
  record(look: LoopSample): void;
  /** Called once for each request: whether to reject it. `waiting`: how many others wait, for a request that only waits. */
  rejects: (inFlight: number, waiting?: number) => boolean;
  /** Whether the allowance until the next sample is used up; counts the rejection. */
  overLimit: () => boolean;
};

type OverloadRules = {
  /** A lag above this is too much; then fewer requests may be in flight, or start between two samples. */
  lateMs: number;
  minAllowance: number;
  /** From this utilisation on the loop counts as fully busy; then these caps apply. */
  busy: number;
  maxInFlightWhenBusy: number;
  maxWaitingWhenBusy: number;
  /** A condition must last this long to count; shorter ones are garbage collection or bursts. */
  sustainedMs: number;
  /** For this long after an overload, a single sample is enough. */
  relapseMs: number;
  /** After this long without a rejection the allowance is lifted. */
  recoveryMs: number;
};

export const overloadRules: OverloadRules = {
  lateMs: 50,
  minAllowance: 8,
  busy: 0.97,
  maxInFlightWhenBusy: 32,
  maxWaitingWhenBusy: 64,
  sustainedMs: 500,
  relapseMs: 5_000,
  recoveryMs: 500,
};

export function createOverload(rules: OverloadRules = overloadRules): Overload {
  const late = createSustainedCondition(rules);
  const busy = createSustainedCondition(rules);
  const allowance = createAllowance(rules);
  return {
    record({ lateMs, busy: part, now }) {
      late.note(lateMs > rules.lateMs, { from: now - lateMs, now });
      busy.note(part >= rules.busy, { from: now, now });
      allowance.note({ isLate: late.is(), isBusy: part >= rules.busy, now });
    },
    rejects(inFlight, waiting) {
      if (allowance.overLimit(inFlight)) return true;
      if (busy.is() && isMany(inFlight, waiting, rules)) return true;
      allowance.start();
      return false;
    },
    overLimit: () => allowance.overLimit(0),
  };
}

function isMany(inFlight: number, waiting: number | undefined, rules: OverloadRules): boolean {
  return waiting === undefined ? inFlight > rules.maxInFlightWhenBusy : waiting >= rules.maxWaitingWhenBusy;
}

/**
 * How many requests may start between two samples: unlimited until the loop lags for long. Then a fraction of what caused
 * the lag, growing with every sample in time and shrinking with every late one, so that it stays near the capacity and
 * leaves time to reject what waits in the sockets.
 */
function createAllowance({ minAllowance, recoveryMs }: Pick<OverloadRules, "minAllowance" | "recoveryMs">) {
  let allowance = Number.POSITIVE_INFINITY;
  let started = 0;
  let highest = 0;
  let rejected = 0;
  let rejectedAt = 0;
  return {
    note({ isLate, isBusy, now }: { isLate: boolean; isBusy: boolean; now: number }): void {
      const part = isLate ? 0.6 : 0.9;
      if (rejected > 0 || isLate) rejectedAt = now;
      if (isLate || (rejected > 0 && isBusy))
        allowance = Math.max(minAllowance, Math.floor(Math.min(allowance, Math.max(started, highest)) * part));
      else if (rejected > 0) allowance += Math.max(1, Math.ceil(allowance * 0.05));
      else if (now - rejectedAt >= recoveryMs) allowance = Number.POSITIVE_INFINITY;
      started = 0;
      highest = 0;
      rejected = 0;
    },
    start: (): void => void (started += 1),
    /** Long requests count by how many are in flight, short ones by how many have started. */
    overLimit(inFlight: number): boolean {
      highest = Math.max(highest, inFlight);
      const overLimit = Math.max(started + 1, highest) > allowance;
      if (overLimit) rejected += 1;
      return overLimit;
    },
  };
}

/** True once a condition has held for long enough, until it no longer holds. */
function createSustainedCondition({ sustainedMs, relapseMs }: OverloadRules) {
  let since: number | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isSustained = false;
  return {
    note(holds: boolean, { from, now }: { from: number; now: number }): void {
      since = holds ? (since ?? from) : undefined;
      isSustained = since !== undefined && (now - since >= sustainedMs || now - lastAt < relapseMs);
      if (isSustained) lastAt = now;
    },
    is: (): boolean => isSustained,
  };
}

const sampleIntervalMs = 20;

/** Watches the event loop of this process until stopped. */
export function watchOverload(): Omit<Overload, "note"> & { stop: () => void } {
  const overload = createOverload();
  let sampledAt = performance.now();
  let used = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.now();
    const next = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(next, used);
    overload.record({ lateMs: now - sampledAt - sampleIntervalMs, busy: utilization, now });
    [sampledAt, used] = [now, next];
  }, sampleIntervalMs).unref();
  return { ...overload, stop: () => clearInterval(timer) };
}
