import { performance } from "node:perf_hooks";

/** A look at the event loop: how late it was, and which part of the time it had something to do. */
export type Look = { lateMs: number; busy: number; now: number };

/**
 * Whether a process has more to do than it can. What it has not yet read waits in its sockets, where nobody counts it:
 * how late the loop is tells how long that queue is. What it has begun shares the loop: while that never rests, more of
 * it only takes longer.
 */
export type Overload = {
  note(look: Look): void;
  /** Asked once for each request: whether it is one too many. */
  isOver: (inFlight: number) => boolean;
};

export type OverloadRules = {
  /** A turn later than this makes requests wait too long; then so many may be under way, or begin between two looks. */
  lateMs: number;
  mostWhenLate: number;
  /** From this part on the loop counts as never resting, and then no more than so many requests are under way. */
  busy: number;
  mostWhenBusy: number;
  /** All through this time is too much; a shorter while is a pause, or a burst, and passes by itself. */
  patienceMs: number;
  /** For so long after it was too much, one look is enough. */
  relapseMs: number;
};

export const overloadRules: OverloadRules = {
  lateMs: 100,
  mostWhenLate: 8,
  busy: 0.97,
  mostWhenBusy: 32,
  patienceMs: 500,
  relapseMs: 5_000,
};

export function createOverload(rules: OverloadRules = overloadRules): Overload {
  const late = createLasting(rules);
  const busy = createLasting(rules);
  let begun = 0;
  return {
    note({ lateMs, busy: part, now }) {
      begun = 0;
      late.note(lateMs > rules.lateMs, { from: now - lateMs, now });
      busy.note(part >= rules.busy, { from: now, now });
    },
    isOver(inFlight) {
      if (late.is() && Math.max(begun + 1, inFlight) > rules.mostWhenLate) return true;
      if (busy.is() && inFlight > rules.mostWhenBusy) return true;
      begun += 1;
      return false;
    },
  };
}

/** True once something has been so for long enough, until it is not. */
function createLasting({ patienceMs, relapseMs }: OverloadRules) {
  let since: number | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isLasting = false;
  return {
    note(isSo: boolean, { from, now }: { from: number; now: number }): void {
      since = isSo ? (since ?? from) : undefined;
      isLasting = since !== undefined && (now - since >= patienceMs || now - lastAt < relapseMs);
      if (isLasting) lastAt = now;
    },
    is: (): boolean => isLasting,
  };
}

const lookMs = 20;

/** Watches this process's own event loop until it is stopped. */
export function watchOverload(): Pick<Overload, "isOver"> & { stop: () => void } {
  const overload = createOverload();
  let lookedAt = performance.now();
  let used = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.now();
    const next = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(next, used);
    overload.note({ lateMs: now - lookedAt - lookMs, busy: utilization, now });
    [lookedAt, used] = [now, next];
  }, lookMs).unref();
  return { isOver: overload.isOver, stop: () => clearInterval(timer) };
}
