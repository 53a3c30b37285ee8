import type { Clock } from "../../ports/clock.ts";
import type { DeliveredLeases, Jobs, JobKey } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createAlarm } from "../alarm.ts";
import { coalesce } from "../leased/coalesce.ts";
import { jobId } from "../job-id.ts";
import { createWindow, type WindowDeps } from "./window.ts";

type RelayDeps = WindowDeps & {
  leases: DeliveredLeases;
  jobs: Pick<Jobs, "nextDueAt">;
  log: Log;
  queues: readonly string[];
  leaseMs: number;
  /** How many jobs this process could start now. */
  freeSlots: () => number;
  /** Called with the time when everything due was added. */
  onRelayed: (at: number) => Promise<void>;
  /** One process at a time relays what is due; two at once do no harm. */
  isLeader: () => Promise<boolean>;
  pollMs?: number;
};

/** Moves due rows of the jobs table into Redis. Redis may lose everything: what is due and not claimed is added again. */
export type Relay = {
  /** Adds a job that is known to be due. */
  add(job: JobKey): void;
  /** A delivery arrived here. */
  onDelivered(job: JobKey): void;
  /** A job was committed by this process (`isLocal`) or another. */
  announce(job: JobKey & { dueAt: number }, isLocal: boolean): void;
  /** Adds what is due now. Followers leave it to the leader unless they must not wait. */
  relayDue(isUrgent?: boolean): Promise<void>;
  wakeAt(at: number): void;
  /** Whether more was due than could start. */
  hasBacklog(): boolean;
  start(): Promise<void>;
  stop(): void;
};

/** Deliveries added ahead of the workers. Few, so that a lane's fair share is decided late. */
const windowSize = 256;

/** While more is due than can start: at first, and at most where few of the deliveries are taken meanwhile. */
const backlogPollMs = 50;
const slowestPollMs = 400;

export function createRelay(deps: RelayDeps): Relay {
  const { leases, jobs, clock, log, queues, leaseMs, add, onRelayed, isLeader, pollMs = 1_000 } = deps;
  const addDue = createWindow(deps);
  const expected = createExpected(clock);
  let isStopped = false;
  let hasBacklog = false;
  let leads = false;
  let urgent = false;
  let everyMs = backlogPollMs;

  const relayOnce = async (): Promise<void> => {
    if (isStopped) return;
    const now = clock.now();
    alarm.setBy(now + pollMs);
    leads = await isLeader();
    if (!leads && !urgent) return void (hasBacklog = false);
    urgent = false;
    const placed = await leases.choose({ queues, now, limit: windowSize, leaseMs });
    hasBacklog = placed.length > Math.min(windowSize - 1, deps.freeSlots());
    everyMs = nextPollMs(everyMs, await addDue(placed));
    await onRelayed(now);
    const nextDueAt = hasBacklog ? now + everyMs : await jobs.nextDueAt(now);
    if (nextDueAt !== undefined) alarm.setBy(nextDueAt);
  };
  // Where it has stopped, Redis may be closed by now.
  const onFailure = (error: unknown): void =>
    isStopped ? undefined : log.error("relaying jobs failed", { event: "engine.relay_failed", error });
  const relay = coalesce(() => relayOnce().catch(onFailure));
  const alarm = createAlarm(clock, relay);
  const addNow = (job: JobKey): void => {
    void add([{ ...job, place: 0 }]).catch((error: unknown) =>
      log.warn("adding a delivery failed", { event: "engine.relay_failed", error }),
    );
  };
  return {
    add: addNow,
    onDelivered: expected.remove,
    announce(job, isLocal) {
      if (isStopped || !queues.includes(job.queue)) return;
      if (job.dueAt > clock.now()) return alarm.setBy(job.dueAt);
      // Behind a backlog the fair order decides; otherwise the first to hear of a job adds it.
      if (!isLocal && !leads) return;
      hasBacklog ||= expected.size() >= deps.freeSlots();
      if (hasBacklog) return alarm.setBy(clock.now() + backlogPollMs);
      expected.add(job);
      addNow(job);
    },
    relayDue(isUrgent = false) {
      urgent ||= isUrgent;
      return relay();
    },
    wakeAt: (at) => alarm.setBy(at),
    hasBacklog: () => hasBacklog,
    start: relay,
    stop() {
      isStopped = true;
      alarm.clear();
    },
  };
}

function nextPollMs(everyMs: number, fresh: number): number {
  if (fresh >= windowSize / 2) return backlogPollMs;
  return fresh < windowSize / 4 ? Math.min(everyMs * 2, slowestPollMs) : everyMs;
}

/** Jobs that were added at once and did not arrive here yet; for a moment, since another worker may get them. */
function createExpected(clock: Clock) {
  const jobs = new Map<string, number>();
  return {
    add: (job: JobKey): void => void jobs.set(jobId(job), clock.now()),
    remove: (job: JobKey): void => void jobs.delete(jobId(job)),
    size(): number {
      for (const [id, at] of jobs) if (Math.abs(clock.now() - at) >= backlogPollMs) jobs.delete(id);
      return jobs.size;
    },
  };
}
