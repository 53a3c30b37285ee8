import type { LeasedJob } from "../../ports/engine.ts";
import { laneOf } from "../../ports/lanes.ts";
import { jobKey } from "./slots.ts";

/** Due jobs that wait for capacity, queued per lane and priority. */
type Backlog = {
  size(): number;
  has(job: LeasedJob): boolean;
  /** False when a job was dropped: this one, or the last of the longest lane in its place. */
  put(job: LeasedJob): boolean;
  remove(job: LeasedJob): void;
  /** The first job of the lane with the fewest running, among lanes below their limit. */
  next(room: { underWay: (lane: string) => number; isOpen: (job: LeasedJob) => boolean }): LeasedJob | undefined;
};

/** The jobs of one lane and priority, in the order of arrival. */
type Line = { lane: string; priority: number; jobs: Map<string, LeasedJob> };

export function createBacklog(most: number): Backlog {
  const lines = new Map<string, Line>();
  let size = 0;
  const remove = (job: LeasedJob): void => {
    const line = lines.get(lineOf(job));
    if (line?.jobs.delete(jobKey(job)) !== true) return;
    size -= 1;
    if (line.jobs.size === 0) lines.delete(lineOf(job));
  };
  return {
    size: () => size,
    has: (job) => lines.get(lineOf(job))?.jobs.has(jobKey(job)) === true,
    put(job) {
      const { priority = 0 } = job;
      const line = lines.get(lineOf(job)) ?? { lane: laneOf(job), priority, jobs: new Map<string, LeasedJob>() };
      const isThere = line.jobs.has(jobKey(job));
      const crowd = isThere || size < most ? undefined : crowdFor(lines, line);
      if (crowd === "none") return false;
      const last = crowd === undefined ? undefined : [...crowd.jobs.values()].at(-1);
      if (last !== undefined) remove(last);
      line.jobs.set(jobKey(job), job);
      lines.set(lineOf(job), line);
      if (!isThere) size += 1;
      return last === undefined;
    },
    remove,
    next({ underWay, isOpen }) {
      let best: { job: LeasedJob; line: Line; count: number } | undefined;
      for (const line of lines.values()) {
        const [job] = line.jobs.values();
        const count = underWay(line.lane);
        if (job !== undefined && (best === undefined || goesBefore(line, count, best)) && isOpen(job))
          best = { job, line, count };
      }
      return best?.job;
    },
  };
}

function goesBefore({ lane, priority }: Line, count: number, best: { line: Line; count: number }): boolean {
  return count < best.count || (lane === best.line.lane && priority > best.line.priority);
}

/** The line that loses a job to this one: the last of the longest lane, or of its own lane below its priority. */
function crowdFor(lines: ReadonlyMap<string, Line>, { lane, priority }: Line): Line | "none" {
  const lanes = Map.groupBy(lines.values(), (line) => line.lane);
  const sizeOf = (of: readonly Line[] = []): number => of.reduce((sum, { jobs }) => sum + jobs.size, 0);
  const lowest = (of: readonly Line[] = []): Line | undefined =>
    of.reduce<Line | undefined>(
      (low, line) => (low === undefined || line.priority < low.priority ? line : low),
      undefined,
    );
  const own = lanes.get(lane);
  const longest = [...lanes.values()].reduce((best, of) => (sizeOf(of) > sizeOf(best) ? of : best), []);
  if (sizeOf(longest) > sizeOf(own) + 1) return lowest(longest) ?? "none";
  const behind = lowest(own);
  return behind !== undefined && behind.priority < priority ? behind : "none";
}

function lineOf(job: LeasedJob): string {
  return `${laneOf(job)}${job.priority ?? 0}`;
}
