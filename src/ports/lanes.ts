import type { LeasedJob } from "./engine.ts";

/** How many jobs of one lane may run at once, over all workers; unlimited without a number. */
export type LaneLimits = { perTenant?: number; tenants?: Readonly<Record<string, number>> };

/**
 * The unit of fair sharing: jobs of one queue and tenant. Queues do not share a limit, since a job of one may wait for a
 * job of another.
 */
export function laneOf({ queue, tenant }: Pick<LeasedJob, "queue" | "tenant">): string {
  // No queue has a line break in its name.
  return `${queue}\n${tenant}`;
}

export function laneLimit({ perTenant, tenants = {} }: LaneLimits, tenant: string): number {
  const own = Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined;
  return own ?? perTenant ?? Number.POSITIVE_INFINITY;
}

/** The order within a lane: the highest priority first, then the soonest due. */
export function byPriority(a: Pick<LeasedJob, "priority" | "dueAt">, b: Pick<LeasedJob, "priority" | "dueAt">): number {
  return (b.priority ?? 0) - (a.priority ?? 0) || a.dueAt - b.dueAt;
}

/** Picks `limit` jobs: each lane contributes its first before any contributes its second. */
export function takeFairly<T extends LeasedJob>(jobs: readonly T[], limit: number): T[] {
  const soonest = jobs.toSorted(byPriority);
  if (soonest.length <= limit) return soonest;
  const lanes = new Map<string, number>();
  const placed = soonest.map((job) => {
    const place = lanes.get(laneOf(job)) ?? 0;
    lanes.set(laneOf(job), place + 1);
    return { job, place };
  });
  // The sort is stable, so of two lanes' first jobs the sooner comes first.
  const chosen = placed.toSorted((a, b) => a.place - b.place).slice(0, limit);
  return chosen.map(({ job }) => job).toSorted(byPriority);
}
