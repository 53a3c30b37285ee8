import type { Engine, Job, JobKey, Jobs, LeasedJob } from "../../ports/engine.ts";
import { createAlarm } from "../alarm.ts";
import { createClaims } from "../claims.ts";
import { jobId } from "../job-id.ts";
import { coalesce, oncePerTurn } from "./coalesce.ts";
import { createLeaseWorker, type LeaseWorkerDeps } from "./lease-worker.ts";

type LeasedEngineDeps = LeaseWorkerDeps & {
  jobs: Jobs;
  /** How often to look for jobs that no notification announced. */
  pollMs?: number;
};

/** A job as it is announced. */
type AnnouncedJob = Omit<LeasedJob, "tenant">;

/**
 * Shares the jobs of one store with the engines of other processes. A worker claims an announced job by name, or polls for
 * the fairest of those that wait, and renews their leases; a job whose lease expires goes to another worker. Announcements
 * only make it faster: it also polls every second.
 */
export function createLeasedEngine(deps: LeasedEngineDeps): Engine {
  const { jobs, leases, clock } = deps;
  const worker = createLeaseWorker(deps, {
    onFree: () => finder.onFree(),
    onRetryAt: (at) => alarm.setBy(at),
  });
  const finder = createFinder(deps, worker, () => alarm.setBy(clock.now() + (deps.pollMs ?? 1_000)));
  // Announced timers stay set; only after one has fired the next is unknown.
  const pollForTimers = async (): Promise<void> => {
    const now = clock.now();
    await finder.poll();
    const nextDueAt = await jobs.nextDueAt(now).catch(finder.logFailure);
    if (typeof nextDueAt === "number") alarm.setBy(nextDueAt);
  };
  const alarm = createAlarm(clock, pollForTimers);
  const unwatch: (() => void | Promise<void>)[] = [];
  const onJob = (job?: AnnouncedJob): void => {
    if (job === undefined) void finder.poll();
    else if (job.dueAt > clock.now()) alarm.setBy(job.dueAt);
    else finder.claim(job);
  };
  return {
    async start(handlers) {
      finder.queues = Object.keys(handlers);
      unwatch.push(jobs.watch(onJob), leases.watch(onJob));
      worker.start(handlers);
      await pollForTimers();
    },
    anticipate: (job) => finder.anticipate(job),
    async stop() {
      alarm.clear();
      await Promise.all([finder.stop(), worker.stop()]);
      for (const stop of unwatch.splice(0)) await stop();
    },
  };
}

/** Finds jobs for the free slots of a worker. */
function createFinder(
  { leases, clock, log }: LeasedEngineDeps,
  worker: ReturnType<typeof createLeaseWorker>,
  onPoll: () => void,
) {
  const { slots, concurrency, leaseMs, stopwatch } = worker;
  const claimNamed = createClaims({ leases, now: () => clock.now(), leaseMs, stopwatch });
  const claiming = createPending((error) => logFailure(error));
  /** Jobs that were announced during a poll, which may claim them too. */
  const announced: AnnouncedJob[] = [];
  const again = trackAgain((job) => claim(job));
  let [isPolling, isStopping] = [false, false];
  /** Whether more may be due than the last poll claimed. */
  let hasBacklog = true;
  const freeSlots = (): number => concurrency - slots.size() - claiming.size();
  const logFailure = (error: unknown): void =>
    log.error("polling for jobs failed", { event: "engine.poll_failed", error });
  const begin = async (claimed: Parameters<typeof slots.begin>[0]): Promise<void> => {
    if (isStopping) await worker.giveBack(claimed.job);
    else slots.begin({ ...claimed, onDone: () => again.onDone(claimed.job) });
  };
  const pollOnce = async (): Promise<void> => {
    if (isStopping) return;
    onPoll();
    const limit = freeSlots();
    const heldFor = stopwatch();
    const open = finder.queues.filter((queue) => !slots.isCrowded(queue));
    hasBacklog = true;
    isPolling = true;
    const taking = { queues: open, now: clock.now(), limit, leaseMs };
    const claimed = limit > 0 ? await leases.acquire(taking).finally(() => (isPolling = false)) : [];
    hasBacklog = claimed.length >= limit || open.length < finder.queues.length;
    await Promise.all(claimed.map((job) => begin({ job, heldFor })));
  };
  const poll = coalesce(async () => {
    await pollOnce().catch(logFailure);
    isPolling = false;
    for (const job of announced.splice(0)) claim(job);
  });
  const claim = (job: AnnouncedJob): void => {
    if (slots.wake(job, job.version)) return again.onAnnounced(job);
    if (isStopping || !finder.queues.includes(job.queue)) return;
    if (isPolling) return void announced.push(job);
    if (hasBacklog || leases.hasLimits || freeSlots() <= 0 || slots.isCrowded(job.queue)) return void poll();
    claiming.add(claimNamed(job).then((claimed) => claimed && begin(claimed)));
  };
  const finder = {
    queues: [] as readonly string[],
    poll,
    claim,
    logFailure,
    /** Where jobs wait, the fair order decides. */
    anticipate(job: Job): void {
      if (!hasBacklog && freeSlots() > 0) worker.anticipate(job, () => again.onDone(job));
    },
    /** Slots that become free together are filled together. */
    onFree: oncePerTurn(() => void (hasBacklog || leases.hasLimits ? poll() : undefined)),
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([claiming.settled(), poll()]);
    },
  };
  return finder;
}

/** Work under way, whose failures are reported. */
function createPending(onFailure: (error: unknown) => void) {
  const pending = new Set<Promise<void>>();
  return {
    size: (): number => pending.size,
    add(work: Promise<void>): void {
      const done = work.catch(onFailure).finally(() => pending.delete(done));
      pending.add(done);
    },
    settled: (): Promise<unknown> => Promise.all(pending),
  };
}

/** Jobs that were announced while they ran here: they may have been enqueued again in the commit that ended them. */
function trackAgain(claim: (job: AnnouncedJob) => void) {
  const jobs = new Map<string, AnnouncedJob>();
  return {
    onAnnounced: (job: AnnouncedJob): void => void jobs.set(jobId(job), job),
    onDone(key: JobKey): void {
      const job = jobs.get(jobId(key));
      jobs.delete(jobId(key));
      if (job !== undefined) claim(job);
    },
  };
}
