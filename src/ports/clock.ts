/** Time comes in through here, so that a test can stand still and a replay can wait the same. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, not before `at`; the returned function takes it back. */
  setTimer(at: number, call: () => void): () => void;
}
