import type { Log } from "../../src/ports/log.ts";
import type { Store } from "../../src/ports/store.ts";

/** A process dies of kill -9 at its `dieAt`-th point, if it comes to that. */
export type CrashPoints = {
  point: () => void;
  /** How many points were passed. */
  points: () => number;
  /** The store, with a point before and after each of its writes. */
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

/** Says only what went wrong: the tests look at what is stored. */
export const errorsOnly: Log = {
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: (text, fields) => console.error(text, fields),
};
