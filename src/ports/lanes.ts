import type { LeasedJob } from "./engine.ts";

/** How many jobs of one lane may be under way at once, over all workers; without a number there is no limit. */
export type LaneLimits = { perTenant?: number; tenants?: Readonly<Record<string, number>> };

/**
 * What room is shared among: the jobs of one kind of one tenant. Kinds do not share a limit, since a job of one may wait for
 * a job of another.
 */
export function laneOf({ queue, tenant }: Pick<LeasedJob, "queue" | "tenant">): string {
  return JSON.stringify([queue, tenant]);
}

export function laneLimit({ perTenant, tenants = {} }: LaneLimits, tenant: string): number {
  const own = Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined;
  return own ?? perTenant ?? Number.POSITIVE_INFINITY;
}

/** So many of them, soonest first: each lane gives its first before any gives its second. */
export function takeFairly<T extends LeasedJob>(jobs: readonly T[], limit: number): T[] {
  const soonest = jobs.toSorted((a, b) => a.dueAt - b.dueAt);
  if (soonest.length <= limit) return soonest;
  const lanes = new Map<string, number>();
  const placed = soonest.map((job) => {
    const place = lanes.get(laneOf(job)) ?? 0;
    lanes.set(laneOf(job), place + 1);
    return { job, place };
  });
  // Sorting keeps the order of equals, so that of two lanes' firsts the sooner comes first.
  const chosen = placed.toSorted((a, b) => a.place - b.place).slice(0, limit);
  return chosen.map(({ job }) => job).toSorted((a, b) => a.dueAt - b.dueAt);
}
