import { existsSync, type FSWatcher, watch } from "node:fs";
import type { Clock } from "../ports/clock.ts";

/** Editors write a file in several steps. */
const debounceMs = 150;

/** How often to look for a folder that does not exist. */
const retryMs = 5_000;

/** Calls `call` a moment after the last change. Keeps watching when the folder is deleted and created again, or does not exist yet. */
export function watchFolder({ folder, clock }: { folder: string; clock: Clock }, call: () => void): () => void {
  let cancelTimer = (): void => undefined;
  let watcher: FSWatcher | undefined;
  const schedule = (ms: number, then: () => void): void => {
    cancelTimer();
    cancelTimer = clock.setTimer(clock.now() + ms, then);
  };
  const retryLater = (): void => {
    watcher?.close();
    watcher = undefined;
    schedule(retryMs, () => (startWatching() ? call() : undefined));
  };
  const startWatching = (): boolean => {
    try {
      watcher = watch(folder, { persistent: false }, () =>
        schedule(debounceMs, existsSync(folder) ? call : () => (call(), retryLater())),
      );
      watcher.on("error", retryLater);
      return true;
    } catch {
      retryLater();
      return false;
    }
  };
  startWatching();
  return () => {
    cancelTimer();
    watcher?.close();
  };
}
