import type { Clock } from "../../ports/clock.ts";
import type { Engine, Jobs, QueueDepth } from "../../ports/engine.ts";
import type { Metrics, Sample } from "../../ports/metrics.ts";

type QueueMetricsDeps = {
  metrics: Metrics;
  jobs: Jobs;
  clock: Clock;
  deliveries: Engine["deliveries"];
  /** Jobs that always exist and must not count as backlog. */
  permanentJobs: number;
};

/** One scrape reads several metrics from the same numbers. */
const reuseMs = 1_000;

/** Metrics of the queues, read when they are scraped. */
export function measureQueues({ metrics, jobs, clock, deliveries, permanentJobs }: QueueMetricsDeps): void {
  const depths = reused(clock, () => jobs.depths(clock.now()));
  const byQueue = (value: (depth: QueueDepth) => number) => async () =>
    (await depths()).map((depth): Sample => ({ labels: { queue: depth.queue }, value: value(depth) }));
  metrics.read("planwright_queue_depth", async () => {
    const due = (await depths()).reduce((sum, one) => sum + one.due, 0);
    return Math.max(0, due - permanentJobs);
  });
  const ageMs = ({ oldestDueAt }: QueueDepth): number =>
    oldestDueAt === undefined ? 0 : Math.max(0, clock.now() - oldestDueAt);
  metrics.read(
    "planwright_jobs_due",
    byQueue(({ due }) => due),
  );
  metrics.read(
    "planwright_jobs_running",
    byQueue(({ running }) => running),
  );
  metrics.read(
    "planwright_jobs_oldest_seconds",
    byQueue((depth) => ageMs(depth) / 1000),
  );
  metrics.read("planwright_jobs_dead", async () => (await depths()).reduce((sum, { dead }) => sum + dead, 0));
  if (deliveries === undefined) return;
  const stats = reused(clock, deliveries);
  metrics.read("planwright_deliveries_waiting", async () => toSamples((await stats()).waiting, (count) => count));
  metrics.read("planwright_relay_lag_seconds", async () =>
    toSamples((await stats()).relayedAt, (at) => Math.max(0, clock.now() - at) / 1000),
  );
}

function toSamples(values: Readonly<Record<string, number>>, toValue: (value: number) => number): Sample[] {
  return Object.entries(values).map(([queue, value]) => ({ labels: { queue }, value: toValue(value) }));
}

function reused<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    const at = clock.now();
    if (last === undefined || Math.abs(at - last.at) >= reuseMs) last = { at, value: read() };
    return last.value;
  };
}
