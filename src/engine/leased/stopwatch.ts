/** Starts a stopwatch; the returned function reads the elapsed milliseconds. */
export type Stopwatch = () => () => number;

/**
 * The longer of two clocks: the monotonic one continues while the process is stopped, the wall clock also while the
 * machine sleeps. Overestimating costs one extra renewal; underestimating would let a worker act without its lease.
 */
export const startStopwatch: Stopwatch = () => {
  const [even, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - even, Date.now() - wall);
};
