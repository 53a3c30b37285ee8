import type { Clock } from "../ports/clock.ts";
import { isTransient } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import { pause } from "./pause.ts";

const firstPauseMs = 250;
const longestPauseMs = 15_000;

type Parts = { store: Store; clock: Clock; signal: AbortSignal; onPause: (error: unknown) => void };

/**
 * Writes with exponential backoff while the disk is full or the file is locked: an answer from outside is not discarded
 * for lack of space. Gives up when the signal aborts.
 */
export function persist(parts: Parts, change: (tx: Tx) => void, pauseMs = firstPauseMs): Promise<void> {
  return parts.store.write(change).catch(async (error: unknown) => {
    if (!isTransient(error) || parts.signal.aborted) throw error;
    parts.onPause(error);
    await pause(parts.clock, pauseMs, parts.signal);
    return persist(parts, change, Math.min(longestPauseMs, pauseMs * 2));
  });
}
