import type { DeliveredLeases, Jobs, JobKey } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createAlarm } from "../alarm.ts";
import { coalesce, oncePerTurn } from "../leased/coalesce.ts";
import { createWindow, type WindowDeps } from "./window.ts";

type RelayDeps = WindowDeps & {
  leases: DeliveredLeases;
  jobs: Pick<Jobs, "nextDueAt">;
  log: Log;
  queues: readonly string[];
  leaseMs: number;
  /** How many jobs this process could start now. */
  freeSlots: () => number;
  /** How many deliveries no worker has taken yet. */
  waiting: () => Promise<number>;
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
  /** Adds what is due now. Followers leave it to the leader. */
  relayDue(): Promise<void>;
  /** A job under a limit has ended: adds the next of its lane soon, also as a follower. */
  makeRoom(): void;
  wakeAt(at: number): void;
  /** Whether more was due than could start. */
  hasBacklog(): boolean;
  start(): Promise<void>;
  stop(): void;
};

/** Deliveries added ahead of the workers. Few, so that a lane's fair share is decided late. */
const windowSize = 256;

/** While more is due than can start: how often to see whether the deliveries are taken, and at most and at least how often to choose again. */
const [checkMs, chooseMs, slowestMs] = [10, 50, 400];

/** Jobs that end within this time make room together: choosing the next costs more than running one. */
const roomMs = 20;

/** What is known of the deliveries. */
type KnownDeliveries = {
  /** Jobs heard of that are not added yet. Behind a backlog the table has them, and the fair order decides. */
  heard: JobKey[];
  /** Deliveries that may not have been taken yet; an overestimate that the next look at Redis corrects. */
  untaken: number;
  hasBacklog: boolean;
  /** Whether more may be due than the last choice returned. */
  isFull: boolean;
  chosenAt: number;
};

export function createRelay(deps: RelayDeps): Relay {
  const { clock, queues } = deps;
  const known: KnownDeliveries = { heard: [], untaken: 0, hasBacklog: false, isFull: false, chosenAt: 0 };
  const rounds = createRounds(deps, known);
  let isStopped = false;
  return {
    add: (job) => rounds.add([job]),
    announce(job, isLocal) {
      if (isStopped || !queues.includes(job.queue)) return;
      if (job.dueAt > clock.now()) return rounds.wakeAt(job.dueAt);
      // The first to hear of a job adds it.
      if (!isLocal && !rounds.leads()) return;
      known.heard.push(job);
      rounds.addHeard();
    },
    relayDue: rounds.relayDue,
    makeRoom: rounds.makeRoom,
    wakeAt: rounds.wakeAt,
    hasBacklog: () => known.hasBacklog,
    start: rounds.relayDue,
    stop() {
      isStopped = true;
      rounds.stop();
    },
  };
}

/** Adds what was heard of, and what is due in the fair order, and sees whether it is taken. */
function createRounds(deps: RelayDeps, known: KnownDeliveries) {
  const { clock, freeSlots } = deps;
  const chooseDue = createChoice(deps, known);
  let [isStopped, leads, isUrgent] = [false, false, false];
  const round = (work: () => Promise<void>): (() => Promise<void>) =>
    coalesce(async () => (isStopped ? undefined : work().catch(logFailure)));
  // Where it has stopped, Redis may be closed by now.
  const logFailure = (error: unknown): void =>
    isStopped ? undefined : deps.log.error("relaying jobs failed", { event: "engine.relay_failed", error });
  const relay = round(async () => {
    const now = clock.now();
    alarm.setBy(now + (deps.pollMs ?? 1_000));
    leads = await deps.isLeader();
    if (leads || isUrgent) {
      isUrgent = false;
      alarm.setBy(await chooseDue(now));
    } else Object.assign(known, { hasBacklog: false, heard: [] });
    if (known.hasBacklog) checkAlarm.setBy(clock.now() + checkMs);
  });
  const check = round(async () => {
    known.untaken = await deps.waiting();
    const next = decide(known, clock.now(), freeSlots());
    if (next === "choose") return relay();
    if (next === "wait") return checkAlarm.setBy(clock.now() + checkMs);
    known.hasBacklog = false;
    add(known.heard.splice(0));
  });
  const [alarm, checkAlarm] = [createAlarm(clock, relay), createAlarm(clock, check)];
  const roomAlarm = createAlarm(clock, () => {
    isUrgent = true;
    return relay();
  });
  const add = (jobs: readonly JobKey[]): void => {
    known.untaken += jobs.length;
    if (jobs.length > 0) void deps.add(jobs.map((job) => ({ ...job, place: 0 }))).catch(logFailure);
  };
  return {
    add,
    addHeard: oncePerTurn(() => {
      if (isStopped) return;
      if (known.hasBacklog) return checkAlarm.setBy(clock.now() + checkMs);
      add(known.heard.splice(0, Math.max(0, freeSlots() - known.untaken)));
      if (known.heard.length > 0) void check();
    }),
    relayDue: relay,
    makeRoom: (): void => roomAlarm.setBy(clock.now() + roomMs),
    wakeAt: (at: number): void => alarm.setBy(at),
    leads: (): boolean => leads,
    stop(): void {
      isStopped = true;
      for (const one of [alarm, checkAlarm, roomAlarm]) one.clear();
    },
  };
}

/** Adds the jobs that are due and gives the time when the next will be. */
function createChoice(deps: RelayDeps, known: KnownDeliveries): (now: number) => Promise<number> {
  const { leases, jobs, queues, leaseMs, freeSlots } = deps;
  const addDue = createWindow(deps);
  return async (now) => {
    Object.assign(known, { chosenAt: now, heard: [] });
    const choosing = leases.choose({ queues, now, limit: windowSize, leaseMs });
    const [placed, nextDueAt = Number.POSITIVE_INFINITY] = await Promise.all([choosing, jobs.nextDueAt(now)]);
    known.isFull = placed.length >= windowSize;
    known.hasBacklog = placed.length > freeSlots();
    known.untaken = placed.length;
    await addDue(placed);
    await deps.onRelayed(now);
    return nextDueAt;
  };
}

/** What to do once it is known how many deliveries wait: those that workers elsewhere took free capacity too. */
function decide({ heard, untaken, hasBacklog, isFull, chosenAt }: KnownDeliveries, now: number, freeSlots: number) {
  if (!isFull && heard.length + untaken <= freeSlots) return "add";
  const canStartMore = untaken <= freeSlots || (isFull && untaken < windowSize / 2);
  const isLate = Math.abs(now - chosenAt) >= (heard.length > 0 ? chooseMs : slowestMs);
  const isMoreDue = isFull || heard.length > 0;
  return !hasBacklog || isLate || (isMoreDue && canStartMore) ? "choose" : "wait";
}
