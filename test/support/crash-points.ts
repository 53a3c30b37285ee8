import type { Log } from "../../src/ports/log.ts";
import type { Store } from "../../src/ports/store.ts";

/** Kills the process with SIGKILL at its `dieAt`-th crash point. */
export type CrashPoints = {
  point: () => void;
  /** Number of passed points. */
  points: () => number;
  /** Wraps the store with a point before and after each write. */
  wrapStore: (store: Store) => Store;
};

export function createCrashPoints(dieAt: number): CrashPoints {
  let points = 0;
  const point = (): void => {
    points += 1;
    if (points === dieAt) process.kill(process.pid, "SIGKILL");
  };
  return {
    point,
    points: () => points,
    wrapStore: (store) => ({
      ...store,
      async write(change) {
        point();
        await store.write(change);
        point();
      },
    }),
  };
}

const quiet = (): void => undefined;

/** Prints only errors; tests check the store. */
export const errorsOnly: Log = {
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: (text, fields) => console.error(text, fields),
};
