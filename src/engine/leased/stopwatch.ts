/** Starts a watch; what it gives tells the milliseconds since. */
export type Stopwatch = () => () => number;

/**
 * The longer of what two clocks say: one goes on evenly while the process is stopped, the other also while the whole
 * machine sleeps. Too long a time makes a worker ask once too often; too short a time would make it act as somebody else.
 */
export const startStopwatch: Stopwatch = () => {
  const [even, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - even, Date.now() - wall);
};
