import type { Clock } from "../../ports/clock.ts";
import type { DeliveredLeases, Jobs, JobKey, PlacedJob } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createAlarm } from "../alarm.ts";
import { coalesce } from "../leased/coalesce.ts";
import { jobId } from "./names.ts";
import type { Delivery } from "./queues.ts";

type RelayDeps = {
  leases: DeliveredLeases;
  jobs: Pick<Jobs, "nextDueAt">;
  clock: Clock;
  log: Log;
  queues: readonly string[];
  leaseMs: number;
  /** Puts deliveries into Redis; one that is there already stays as it is. */
  add: (jobs: readonly Delivery[]) => Promise<void>;
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
  /** A job was committed by this process (`isLocal`) or another. */
  announce(job: JobKey & { dueAt: number }, isLocal: boolean): void;
  /** Adds what is due now. Followers leave it to the leader unless they must not wait. */
  relayDue(isUrgent?: boolean): Promise<void>;
  wakeAt(at: number): void;
  start(): Promise<void>;
  stop(): void;
};

/** Deliveries added ahead of the workers. Few, so that a lane's fair share is decided late. */
const windowSize = 256;

/** A row that was added and not claimed within this time is added again. One whose due time has changed is added at once. */
const addAgainMs = 2_000;

/** While more is due than the window holds. */
const backlogPollMs = 50;

export function createRelay(deps: RelayDeps): Relay {
  const { leases, jobs, clock, log, queues, leaseMs, add, onRelayed, isLeader, pollMs = 1_000 } = deps;
  const added = new Map<string, { readyAt: number; at: number }>();
  let isStopped = false;
  let hasBacklog = false;
  let leads = false;
  let urgent = false;

  const addDue = async (placed: readonly PlacedJob[]): Promise<void> => {
    const at = clock.now();
    for (const [id, last] of added) if (Math.abs(at - last.at) >= addAgainMs) added.delete(id);
    const fresh = placed.filter((job) => added.get(jobId(job))?.readyAt !== job.readyAt);
    if (fresh.length === 0) return;
    for (const job of fresh) added.set(jobId(job), { readyAt: job.readyAt, at });
    await add(fresh);
  };
  const relayOnce = async (): Promise<void> => {
    if (isStopped) return;
    const now = clock.now();
    alarm.setBy(now + pollMs);
    leads = await isLeader();
    if (!leads && !urgent) return;
    urgent = false;
    const placed = await leases.choose({ queues, now, limit: windowSize, leaseMs });
    hasBacklog = placed.length >= windowSize;
    await addDue(placed);
    await onRelayed(now);
    const nextDueAt = hasBacklog ? now + backlogPollMs : await jobs.nextDueAt(now);
    if (nextDueAt !== undefined) alarm.setBy(nextDueAt);
  };
  const relay = coalesce(() =>
    relayOnce().catch((error: unknown) => log.error("relaying jobs failed", { event: "engine.relay_failed", error })),
  );
  const alarm = createAlarm(clock, relay);
  const addNow = (job: JobKey): void => {
    void add([{ ...job, place: 0 }]).catch((error: unknown) =>
      log.warn("adding a delivery failed", { event: "engine.relay_failed", error }),
    );
  };
  return {
    add: addNow,
    announce(job, isLocal) {
      if (isStopped || !queues.includes(job.queue)) return;
      if (job.dueAt > clock.now()) return alarm.setBy(job.dueAt);
      // Behind a backlog the fair order decides; otherwise the first to hear of a job adds it.
      if (!hasBacklog && (isLocal || leads)) addNow(job);
    },
    relayDue(isUrgent = false) {
      urgent ||= isUrgent;
      return relay();
    },
    wakeAt: (at) => alarm.setBy(at),
    start: relay,
    stop() {
      isStopped = true;
      alarm.clear();
    },
  };
}
