import type { Clock } from "../../src/ports/clock.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";

/** Real time with timers twenty times as fast: a write without an answer is read back for longer than a test may take. */
export const hurriedClock: Clock = {
  now: () => systemClock.now(),
  setTimer: (at, call) => systemClock.setTimer(systemClock.now() + (at - systemClock.now()) / 20, call),
};
