import type { ReadBack } from "../ports/verbs.ts";
import { graceMs } from "./in-flight.ts";
import { pollDelay } from "./poll-delay.ts";

/** A call without an answer may take effect for at least this long: tools can be slower than their timeout. */
const minSettleMs = 30_000;
const maxPollMs = 5_000;

/** How long after its outcome became unknown a call may still take effect. Until then its absence proves nothing. */
export function settleMs(timeoutMs = 0): number {
  return Math.max(minSettleMs, timeoutMs + graceMs);
}

/**
 * Counts the time in which an effect may still happen, by the delays that were really waited and not by the clock: a clock
 * that jumps, or another machine's, must not make absence conclusive too early. So each process waits all of it.
 */
export type SettleTimer = {
  /** Whether absence is conclusive. */
  isOver: () => boolean;
  /** How long to wait before the next read-back; counts as waited once it is asked for. */
  nextDelay: (found: ReadBack) => number;
};

export function createSettleTimer(timeoutMs: number): SettleTimer {
  const windowMs = settleMs(timeoutMs);
  let waitedMs = 0;
  return {
    isOver: () => waitedMs >= windowMs,
    nextDelay({ state }) {
      // A tool that cannot tell is asked less often.
      const delay = Math.min(windowMs - waitedMs, state === "absent" ? pollDelay(waitedMs, maxPollMs) : maxPollMs);
      waitedMs += delay;
      return delay;
    },
  };
}
