import type { Clock } from "../ports/clock.ts";

/** `setTimeout` is limited to 32 bits of milliseconds; longer waits use several timers. */
const longestWaitMs = 2 ** 31 - 1;

/** The system clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(at, call) {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = at - Date.now();
      timer = left > longestWaitMs ? setTimeout(wait, longestWaitMs) : setTimeout(call, Math.max(0, left));
      timer.unref();
    };
    wait();
    return () => clearTimeout(timer);
  },
};
