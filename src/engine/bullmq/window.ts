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

type AddedDelivery = { readyAt: number; place: number; at: number };

/** A job of the window; `last`: how it was added, unless it became due again since. */
type WindowJob = { job: PlacedJob; id: string; last: AddedDelivery | undefined };

/** Adds the jobs of a window to Redis: those that are not there yet, in the places that they have now. */
export function createWindow({ clock, add, move }: WindowDeps): (placed: readonly PlacedJob[]) => Promise<void> {
  const added = new Map<string, AddedDelivery>();
  return async (placed) => {
    const at = clock.now();
    const seen = placed.map((job): WindowJob => {
      const [id, last] = [jobId(job), added.get(jobId(job))];
      return { job, id, last: last?.readyAt === job.readyAt ? last : undefined };
    });
    const fresh = seen.filter(({ last }) => last === undefined);
    const stale = seen.filter(({ last }) => Math.abs(at - (last?.at ?? at)) >= addAgainMs);
    const behind = overtaken(seen, fresh);
    for (const { job, id } of [...fresh, ...behind]) added.set(id, { ...job, at });
    for (const { job, id, last } of stale)
      added.set(id, { ...job, place: Math.min(job.place, last?.place ?? job.place), at });
    const due = new Set(seen.map(({ id }) => id));
    for (const [id, last] of added) if (!due.has(id) && Math.abs(at - last.at) >= addAgainMs) added.delete(id);
    await Promise.all([add([...fresh, ...stale].map(({ job }) => job)), move(behind.map(({ job }) => job))]);
  };
}

/** The jobs that have a later place now, because a fresh one of their lane goes before them: it has a higher priority. */
function overtaken(seen: readonly WindowJob[], fresh: readonly WindowJob[]): WindowJob[] {
  const firsts = new Map<string, number>();
  for (const { job } of fresh) firsts.set(laneOf(job), Math.min(job.place, firsts.get(laneOf(job)) ?? Infinity));
  return seen.filter(
    ({ job, last }) =>
      last !== undefined && last.place < job.place && job.place > (firsts.get(laneOf(job)) ?? Infinity),
  );
}
