import type { Clock } from "../ports/clock.ts";
import { isTransient } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import { pause } from "./pause.ts";

const firstPauseMs = 250;
const longestPauseMs = 15_000;

type Parts = { store: Store; clock: Clock; signal: AbortSignal; onPause: (error: unknown) => void };

/**
 * Writes, and while the disk is full or the file is held by another, keeps what is to be written and tries again:
 * an answer from the outside world is not thrown away for want of space. Gives up when told to stop.
 */
export async function persist(parts: Parts, change: (tx: Tx) => void): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await parts.store.write(change);
    } catch (error) {
      if (!isTransient(error) || parts.signal.aborted) throw error;
      parts.onPause(error);
      await pause(parts.clock, pauseMs, parts.signal);
    }
  }
}
