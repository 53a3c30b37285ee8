import type { Clock } from "../../ports/clock.ts";
import type { PlacedJob } from "../../ports/engine.ts";
import { laneOf } from "../../ports/lanes.ts";
import { jobId } from "../job-id.ts";
import type { Delivery } from "./queues.ts";

export type WindowDeps = {
  clock: Clock;
  /** Puts deliveries into Redis; one that is there already stays as it is. */
  add: (jobs: readonly Delivery[]) => Promise<void>;
  /** Gives deliveries that nobody has taken yet another place. */
  move: (jobs: readonly Delivery[]) => Promise<void>;
};

/** A row that was added and not claimed within this time is added again. One whose due time has changed is added at once. */
const addAgainMs = 2_000;

/** Adds the jobs of a window to Redis: those that are not there yet, in the places that they have now. */
export function createWindow({ clock, add, move }: WindowDeps): (placed: readonly PlacedJob[]) => Promise<void> {
  const added = new Map<string, { readyAt: number; place: number; at: number }>();
  return async (placed) => {
    const at = clock.now();
    const known = (job: PlacedJob) => {
      const last = added.get(jobId(job));
      return last?.readyAt === job.readyAt ? last : undefined;
    };
    const fresh = placed.filter((job) => known(job) === undefined);
    const stale = placed.filter((job) => Math.abs(at - (known(job)?.at ?? at)) >= addAgainMs);
    const behind = overtaken(placed, fresh).filter((job) => (known(job)?.place ?? job.place) < job.place);
    const note = (job: PlacedJob, place: number): void => void added.set(jobId(job), { ...job, place, at });
    for (const job of [...fresh, ...behind]) note(job, job.place);
    for (const job of stale) note(job, Math.min(job.place, known(job)?.place ?? job.place));
    const due = new Set(placed.map(jobId));
    for (const [id, last] of added) if (!due.has(id) && Math.abs(at - last.at) >= addAgainMs) added.delete(id);
    await Promise.all([add([...fresh, ...stale]), move(behind)]);
  };
}

/** The jobs that a fresh one of their lane goes before: it has a higher priority. */
function overtaken(placed: readonly PlacedJob[], fresh: readonly PlacedJob[]): PlacedJob[] {
  const firsts = new Map<string, number>();
  for (const job of fresh) firsts.set(laneOf(job), Math.min(job.place, firsts.get(laneOf(job)) ?? Infinity));
  const isFresh = new Set(fresh);
  return placed.filter((job) => !isFresh.has(job) && job.place > (firsts.get(laneOf(job)) ?? Infinity));
}
