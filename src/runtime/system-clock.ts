import type { Clock } from "../ports/clock.ts";

/** `setTimeout` holds 32 bits of milliseconds; a longer wait is made of several. */
const longestWaitMs = 2 ** 31 - 1;

/** The machine's own time. A pending call keeps no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wake(at, call) {
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
