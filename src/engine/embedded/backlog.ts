import type { LeasedJob } from "../../ports/engine.ts";
import { laneOf } from "../../ports/lanes.ts";
import { jobKey } from "./slots.ts";

/** Due jobs that wait for capacity, queued per lane. */
type Backlog = {
  size(): number;
  has(job: LeasedJob): boolean;
  /** False when a job was dropped: this one, or the last of the longest lane in its place. */
  put(job: LeasedJob): boolean;
  remove(job: LeasedJob): void;
  /** The first job of the lane with the fewest running, among lanes below their limit. */
  next(room: { underWay: (lane: string) => number; isOpen: (job: LeasedJob) => boolean }): LeasedJob | undefined;
};

export function createBacklog(most: number): Backlog {
  const lines = new Map<string, Map<string, LeasedJob>>();
  let size = 0;
  const remove = (job: LeasedJob): void => {
    const line = lines.get(laneOf(job));
    if (line?.delete(jobKey(job)) !== true) return;
    size -= 1;
    if (line.size === 0) lines.delete(laneOf(job));
  };
  const longest = (): Map<string, LeasedJob> | undefined =>
    [...lines.values()].reduce<Map<string, LeasedJob> | undefined>(
      (best, line) => (line.size > (best?.size ?? 0) ? line : best),
      undefined,
    );
  return {
    size: () => size,
    has: (job) => lines.get(laneOf(job))?.has(jobKey(job)) === true,
    put(job) {
      const lane = laneOf(job);
      const line = lines.get(lane) ?? new Map<string, LeasedJob>();
      const isThere = line.has(jobKey(job));
      const crowd = isThere || size < most ? undefined : longest();
      if (crowd !== undefined && crowd.size <= line.size + 1) return false;
      const last = crowd === undefined ? undefined : [...crowd.values()].at(-1);
      if (last !== undefined) remove(last);
      line.set(jobKey(job), job);
      lines.set(lane, line);
      if (!isThere) size += 1;
      return last === undefined;
    },
    remove,
    next({ underWay, isOpen }) {
      let best: { job: LeasedJob; count: number } | undefined;
      for (const [lane, line] of lines) {
        const [job] = line.values();
        const count = underWay(lane);
        if (job !== undefined && count < (best?.count ?? Number.POSITIVE_INFINITY) && isOpen(job))
          best = { job, count };
      }
      return best?.job;
    },
  };
}
