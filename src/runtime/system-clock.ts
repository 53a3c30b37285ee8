import type { Clock } from "../ports/clock.ts";

/** `setTimeout` is limited to 32 bits of milliseconds; longer waits use several timers. */
const longestWaitMs = 2 ** 31 - 1;

type Timer = { at: number; call: () => void; isCancelled: boolean; timeout?: NodeJS.Timeout };

/**
 * Timers set in this turn of the event loop. They are armed at its end: a call that answers within the turn cancels its
 * deadline before there is anything to clear.
 */
let unarmed: Timer[] = [];
let isArming = false;

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(at, call) {
    const timer: Timer = { at, call, isCancelled: false };
    unarmed.push(timer);
    if (!isArming) setImmediate(armAll);
    isArming = true;
    return () => {
      timer.isCancelled = true;
      // Most timers are cancelled in the reverse order, and none of them may hold memory for the rest of the turn.
      while (unarmed.at(-1)?.isCancelled === true) unarmed.pop();
      clearTimeout(timer.timeout);
    };
  },
};

function armAll(): void {
  isArming = false;
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
