import type { Clock } from "../ports/clock.ts";

/** A timer that only moves to earlier times and never fires while its last callback is running. */
type Alarm = { setBy(at: number): void; clear(): void };

export function createAlarm(clock: Clock, ring: () => Promise<void>): Alarm {
  let at = Number.POSITIVE_INFINITY;
  let cancelTimer: (() => void) | undefined;
  let isCleared = false;
  let isRinging = false;

  const arm = (): void => {
    cancelTimer?.();
    if (!isCleared && !isRinging && Number.isFinite(at)) cancelTimer = clock.setTimer(at, go);
  };
  const go = (): void => {
    at = Number.POSITIVE_INFINITY;
    isRinging = true;
    void ring().finally(() => {
      isRinging = false;
      arm();
    });
  };
  return {
    setBy(wanted) {
      if (wanted >= at) return;
      at = wanted;
      arm();
    },
    clear() {
      isCleared = true;
      cancelTimer?.();
    },
  };
}
