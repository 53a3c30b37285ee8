/** Jobs whose handler failed rest before they are handed out again: longer each time, up to a limit. */
export type Pauses = {
  /** Until when the job rests now. */
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
      // A clock before the beginning of the pause has gone back; what is left of it is unknown.
      return pause !== undefined && now >= pause.from && now < pause.until;
    },
    clear: (key) => void paused.delete(key),
    size: () => paused.size,
  };
}
