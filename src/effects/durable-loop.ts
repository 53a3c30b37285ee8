import { abortCall, type InFlight } from "./in-flight.ts";
import type { Change, Ledger } from "./ledger.ts";
import { createWriter, type Writer } from "./writer.ts";
import { type Clock, pause } from "../ports/clock.ts";
import type { LeasedJob } from "../ports/engine.ts";
import type { Log, LogFields } from "../ports/log.ts";
import { isTransient } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";

/** How long writes and model calls in flight may take to finish when the process stops. */
const drainMs = 10_000;

/**
 * The loop that runs and ReAct runs share: one execution under one lease that decides, starts calls, applies their results
 * and commits what follows. Only in memory: after a crash everything needed is in the store. Each kind of run adds its
 * state, its `decide` and its actions.
 */
export type DurableLoop = {
  clock: Clock;
  /** Aborts when the process stops or the lease is lost. */
  stop: AbortSignal;
  ledger: Ledger;
  writer: Writer;
  inFlight: Map<string, InFlight>;
  /** Results of finished calls for the loop to apply; one that throws ends the execution. */
  inbox: (() => void)[];
  changed: AsyncEvent;
  /** When the loop is woken at the latest; most waits keep the timer of the one before. */
  alarm?: { at: number; cancel: () => void } | undefined;
};

export function createLoop(given: Pick<DurableLoop, "clock" | "stop" | "ledger" | "writer">): DurableLoop {
  return { ...given, inFlight: new Map(), inbox: [], changed: createAsyncEvent() };
}

type LeasedWrites = {
  store: Store;
  clock: Clock;
  log: Log;
  stop: AbortSignal;
  /** Absent where no other worker can take the work. */
  job?: LeasedJob | undefined;
  /** Names the run in the log. */
  subject: LogFields;
};

/** Commits changes in order. */
export function createLeasedWriter(parts: LeasedWrites): Writer {
  return createWriter(createCommit(parts));
}

/** Retries while the store is busy. Fails once another worker has the job. */
export function createCommit(parts: LeasedWrites): (change: Change) => Promise<void> {
  const { store, clock, log, stop: signal, job, subject } = parts;
  const onPause = (error: unknown): void =>
    log.warn("store write failed, retrying", { event: "store.write_retry", ...subject, error: String(error) });
  const target = { store, clock, signal, onPause };
  return (change) =>
    persist(target, (tx) => {
      if (job !== undefined) tx.assertLeased(job);
      change(tx);
    });
}

/** Hands a result to the loop. */
export function deliver({ inbox, changed }: Pick<DurableLoop, "inbox" | "changed">, apply: () => void): void {
  inbox.push(apply);
  changed.notify();
}

export function applyInbox({ inbox }: Pick<DurableLoop, "inbox">): void {
  if (inbox.length > 0) for (const apply of inbox.splice(0)) apply();
}

/** Waits for a result, a wake-up, the timer or the stop signal. */
export async function nextChange(loop: DurableLoop, wakeAt?: number): Promise<void> {
  setAlarm(loop, wakeAt);
  if (!loop.stop.aborted) await loop.changed.wait();
}

function setAlarm(loop: DurableLoop, at: number | undefined): void {
  if (loop.alarm?.at === at) return;
  loop.alarm?.cancel();
  const onAlarm = (): void => {
    loop.alarm = undefined;
    loop.changed.notify();
  };
  loop.alarm = at === undefined ? undefined : { at, cancel: loop.clock.setTimer(at, onAlarm) };
}

/** Runs the loop's work so that the stop signal wakes it. */
export async function whileLeased<T>(loop: DurableLoop, work: () => Promise<T>): Promise<T> {
  const { stop, changed } = loop;
  stop.addEventListener("abort", changed.notify);
  try {
    return await work();
  } finally {
    stop.removeEventListener("abort", changed.notify);
    setAlarm(loop, undefined);
  }
}

export function abortCalls({ inFlight }: Pick<DurableLoop, "inFlight">, kinds: readonly InFlight["kind"][]): void {
  for (const call of inFlight.values()) if (kinds.includes(call.kind)) abortCall(call);
}

/**
 * Aborts what can be repeated, lets the rest finish, and stores every answer. The job stays for the next process: the
 * ledger has every write.
 */
export async function drain(
  loop: DurableLoop,
  { isIdle, onTimeout }: { isIdle: () => boolean; onTimeout: () => void },
): Promise<void> {
  abortCalls(loop, ["read", "read_back"]);
  const cancelTimer = loop.clock.setTimer(loop.clock.now() + drainMs, () => {
    onTimeout();
    loop.changed.notify();
  });
  // A result that came together with the stop signal is in the inbox already, and wakes nobody again.
  applyInbox(loop);
  while (!isIdle()) {
    await loop.changed.wait();
    applyInbox(loop);
  }
  cancelTimer();
  await loop.writer.flush();
}

const firstPauseMs = 250;
const longestPauseMs = 15_000;

type PersistTarget = { store: Store; clock: Clock; signal: AbortSignal; onPause: (error: unknown) => void };

/**
 * Writes with exponential backoff while the disk is full or the file is locked: an answer from outside is not discarded
 * for lack of space. Gives up when the signal aborts.
 */
function persist(parts: PersistTarget, change: (tx: Tx) => void, pauseMs = firstPauseMs): Promise<void> {
  return parts.store.write(change).catch(async (error: unknown) => {
    if (!isTransient(error) || parts.signal.aborted) throw error;
    parts.onPause(error);
    await pause(parts.clock, pauseMs, parts.signal);
    return persist(parts, change, Math.min(longestPauseMs, pauseMs * 2));
  });
}

/** A signal for one waiter. A notification sent while nobody waits is kept for the next `wait`. */
type AsyncEvent = { notify: () => void; wait: () => Promise<void> };

export function createAsyncEvent(): AsyncEvent {
  let isSet = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isSet = true;
      wake?.();
    },
    async wait() {
      if (!isSet) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
      isSet = false;
    },
  };
}
