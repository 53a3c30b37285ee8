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
  /** Asked once for each request: whether it is one too many. `waiting`: how many others wait, of one that will only wait. */
  isOver: (inFlight: number, waiting?: number) => boolean;
  /** Whether any more would be one too many before the next look; what is refused for it is counted. */
  isSpent: () => boolean;
};

export type OverloadRules = {
  /** A turn later than this makes requests wait too long; then fewer may be under way, or begin between two looks. */
  lateMs: number;
  fewest: number;
  /** From this part on the loop counts as never resting; then no more than so many are under way, or wait for work that is. */
  busy: number;
  mostWhenBusy: number;
  mostWaitingWhenBusy: number;
  /** All through this time is too much; a shorter while is a pause, or a burst, and passes by itself. */
  patienceMs: number;
  /** For so long after it was too much, one look is enough. */
  relapseMs: number;
  /** When nothing had to be refused for so long, everything may begin again. */
  restMs: number;
};

export const overloadRules: OverloadRules = {
  lateMs: 50,
  fewest: 8,
  busy: 0.97,
  mostWhenBusy: 32,
  mostWaitingWhenBusy: 64,
  patienceMs: 500,
  relapseMs: 5_000,
  restMs: 500,
};

export function createOverload(rules: OverloadRules = overloadRules): Overload {
  const late = createLasting(rules);
  const busy = createLasting(rules);
  const allowance = createAllowance(rules);
  return {
    note({ lateMs, busy: part, now }) {
      late.note(lateMs > rules.lateMs, { from: now - lateMs, now });
      busy.note(part >= rules.busy, { from: now, now });
      allowance.note({ isLate: late.is(), isTight: part >= rules.busy, now });
    },
    isOver(inFlight, waiting) {
      if (allowance.isSpent(inFlight)) return true;
      if (busy.is() && isMany(inFlight, waiting, rules)) return true;
      allowance.begin();
      return false;
    },
    isSpent: () => allowance.isSpent(0),
  };
}

function isMany(inFlight: number, waiting: number | undefined, rules: OverloadRules): boolean {
  return waiting === undefined ? inFlight > rules.mostWhenBusy : waiting >= rules.mostWaitingWhenBusy;
}

/**
 * How many may begin between two looks: any number, until that makes the loop late for long; then a part of what made it so, a
 * little more with every turn that is in time and leaves a rest, and less again with one that does not: what waits in the
 * sockets is only worked off where there is time to refuse it. So it stays near what can be done.
 */
function createAllowance({ fewest, restMs }: Pick<OverloadRules, "fewest" | "restMs">) {
  let most = Number.POSITIVE_INFINITY;
  let begun = 0;
  let highest = 0;
  let refused = 0;
  let refusedAt = 0;
  return {
    note({ isLate, isTight, now }: { isLate: boolean; isTight: boolean; now: number }): void {
      const part = isLate ? 0.6 : 0.9;
      if (refused > 0 || isLate) refusedAt = now;
      if (isLate || (refused > 0 && isTight))
        most = Math.max(fewest, Math.floor(Math.min(most, Math.max(begun, highest)) * part));
      else if (refused > 0) most += Math.max(1, Math.ceil(most * 0.05));
      else if (now - refusedAt >= restMs) most = Number.POSITIVE_INFINITY;
      begun = 0;
      highest = 0;
      refused = 0;
    },
    begin: (): void => void (begun += 1),
    /** Work of many turns counts by how much of it is under way, work of one by how much was begun. */
    isSpent(inFlight: number): boolean {
      highest = Math.max(highest, inFlight);
      const isSpent = Math.max(begun + 1, highest) > most;
      if (isSpent) refused += 1;
      return isSpent;
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
export function watchOverload(): Omit<Overload, "note"> & { stop: () => void } {
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
  return { ...overload, stop: () => clearInterval(timer) };
}
