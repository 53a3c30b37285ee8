import type { Clock } from "../ports/clock.ts";

/** `setTimeout` is limited to 32 bits of milliseconds; longer waits use several timers. */
const longestWaitMs = 2 ** 31 - 1;

type Timer = { at: number; call: () => void; isCancelled: boolean; timeout?: NodeJS.Timeout };

/**
 * Timers set in this turn of the event loop. They are armed at its end: a call that answers within the turn cancels its
 * deadline before there is anything to clear.
 */
let unarmed: Timer[] = [];

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(at, call) {
    const timer: Timer = { at, call, isCancelled: false };
    if (unarmed.push(timer) === 1) setImmediate(armAll);
    return () => {
      timer.isCancelled = true;
      clearTimeout(timer.timeout);
    };
  },
};

function armAll(): void {
  const timers = unarmed;
  unarmed = [];
  for (const timer of timers) if (!timer.isCancelled) arm(timer);
}

function arm(timer: Timer): void {
  const leftMs = timer.at - Date.now();
  timer.timeout =
    leftMs > longestWaitMs ? setTimeout(() => arm(timer), longestWaitMs) : setTimeout(timer.call, Math.max(0, leftMs));
  timer.timeout.unref();
}
