/**
 * Whether a process has more to do than it can. What it has not yet read waits in its sockets, where nobody counts it: how late
 * the event loop is tells how long that queue is.
 */
export type Overload = {
  /** How late a turn of the loop was, and when. */
  note(lateMs: number, now: number): void;
  isOver: () => boolean;
};

export type OverloadRules = {
  /** A turn later than this makes requests wait too long. */
  lateMs: number;
  /** Late all through this time is too much work; a shorter while is a pause, and passes by itself. */
  patienceMs: number;
  /** For so long after it was too much, one late turn is enough. */
  relapseMs: number;
};

export const overloadRules: OverloadRules = { lateMs: 100, patienceMs: 500, relapseMs: 5_000 };

/** Over from when turns were late for too long until one is in time. */
export function createOverload({ lateMs: most, patienceMs, relapseMs }: OverloadRules = overloadRules): Overload {
  let lateSince: number | undefined;
  let lastOverAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  return {
    note(lateMs, now) {
      if (lateMs <= most) {
        lateSince = undefined;
        isOver = false;
        return;
      }
      lateSince ??= now - lateMs;
      isOver = now - lateSince >= patienceMs || now - lastOverAt < relapseMs;
      if (isOver) lastOverAt = now;
    },
    isOver: () => isOver,
  };
}

const lookMs = 20;

/** Watches this process's own event loop until it is stopped. */
export function watchOverload(): { isOver: () => boolean; stop: () => void } {
  const overload = createOverload();
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    overload.note(now - lookedAt - lookMs, now);
    lookedAt = now;
  }, lookMs).unref();
  return { isOver: overload.isOver, stop: () => clearInterval(timer) };
}
