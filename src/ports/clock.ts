/** Source of time, so tests can freeze it and replays wait the same. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, not before `at`; the returned function cancels the timer. */
  setTimer(at: number, call: () => void): () => void;
}
