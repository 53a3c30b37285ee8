/** Exponential backoff of jobs whose handler failed. */
type Pauses = {
  /** When the job may run again. */
  pause(key: string, now: number): number;
  isPaused(key: string, now: number): boolean;
  clear(key: string): void;
  size(): number;
};

const firstMs = 1_000;
const longestMs = 300_000;

export function createPauses(): Pauses {
  const paused = new Map<string, { from: number; until: number; ms: number }>();
  return {
    pause(key, now) {
      const ms = Math.min(longestMs, (paused.get(key)?.ms ?? firstMs / 2) * 2);
      paused.set(key, { from: now, until: now + ms, ms });
      return now + ms;
    },
    isPaused(key, now) {
      const pause = paused.get(key);
      // A clock that reads earlier than the start of the pause went backwards; the rest of the pause is unknown, so it ends.
      return pause !== undefined && now >= pause.from && now < pause.until;
    },
    clear: (key) => void paused.delete(key),
    size: () => paused.size,
  };
}
