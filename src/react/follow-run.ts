import type { PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import { createAsyncEvent } from "../effects/durable-loop.ts";
import { pollDelay } from "../effects/poll-delay.ts";
import { eventsOf } from "./emit-events.ts";
import type { EventLog } from "./event-log.ts";
import { createEventSink, emitEnd, startEvent } from "./execute-run.ts";
import { findRun, type ReactDeps } from "./react-deps.ts";
import { jobKeyOf } from "./react-queue.ts";
import { toReply } from "./respond.ts";
import type { RunKey, StoredRun } from "./run-record.ts";
import { storedState } from "./stored-state.ts";

/** An event, with its resume id if this process emitted it. */
export type FollowedEvent = { id?: string; event: ReactEvent };

/** Longest interval between polls of a run that another process executes. Notices are faster but may be lost. */
const maxPollMs = { ofEvents: 1_000, ofResult: 5_000 };

export type FollowOptions = { after?: string | undefined; signal?: AbortSignal | undefined };

/**
 * Streams the events of a run: live when this process executes it, else from its stored facts. The last event is `end`,
 * unless the signal aborts first or the run does not exist.
 */
export async function* followRun(
  deps: ReactDeps,
  key: RunKey,
  { after, signal }: FollowOptions,
): AsyncGenerator<FollowedEvent> {
  const follower = openFollower(deps, key, { signal, isAwaited: () => true, latestMs: maxPollMs.ofEvents });
  const { log } = follower;
  const emitted = new Set<string>();
  try {
    for (let at = placeAfter(log, after); ;) {
      for (const event of log.events.slice(at)) {
        at += 1;
        yield { id: `${log.id}.${at}`, event };
        if (event.type === "end") return;
      }
      if (signal?.aborted === true) return;
      if (log.events.length === 0 && follower.mustPoll()) {
        const run = await findRun(deps, key);
        if (run === undefined) return;
        for (const event of await storedEvents(deps, run)) {
          if (emitted.has(eventKey(event))) continue;
          emitted.add(eventKey(event));
          yield { event };
          if (event.type === "end") return;
        }
      }
      if (at >= log.events.length) await follower.nextChange();
    }
  } finally {
    follower.close();
  }
}

/** The response once available; undefined when the signal aborts first or the run does not exist. */
export async function resultOf(
  deps: ReactDeps,
  key: RunKey,
  signal?: AbortSignal,
): Promise<PlanReactResponse | undefined> {
  const isAwaited = (log: EventLog): boolean => log.response() !== undefined;
  const follower = openFollower(deps, key, { signal, isAwaited, latestMs: maxPollMs.ofResult });
  try {
    for (;;) {
      const response = follower.log.response();
      if (response !== undefined || signal?.aborted === true) return response;
      if (follower.mustPoll()) {
        const run = await findRun(deps, key);
        if (run === undefined) return undefined;
        const answer = run.body.status === "ended" ? run.body.response : run.body.paused;
        if (answer !== undefined) return toReply(answer, run.body.request);
      }
      if (follower.log.response() === undefined) await follower.nextChange();
    }
  } finally {
    follower.close();
  }
}

type FollowerOptions = { signal: AbortSignal | undefined; isAwaited: (log: EventLog) => boolean; latestMs: number };

/** Waits for changes of a run: from the local log, or by polling the store. */
function openFollower(deps: ReactDeps, key: RunKey, { signal, isAwaited, latestMs: latest }: FollowerOptions) {
  const { clock } = deps;
  const openedAt = clock.now();
  const changed = createAsyncEvent();
  const name = jobKeyOf(key);
  const log = deps.logs.open(name);
  const unwatch = log.watch(() => {
    if (isAwaited(log)) changed.notify();
  });
  const onDue = (): void => {
    isDue = true;
    changed.notify();
  };
  const unwatchOthers = log.watchOtherProcesses(onDue);
  signal?.addEventListener("abort", changed.notify);
  // A run started here is about to run here, or does: there is nothing to read yet.
  let isDue = deps.fresh.get(name) === undefined && !deps.executing.has(name);
  return {
    log,
    mustPoll(): boolean {
      const due = isDue;
      isDue = false;
      return due;
    },
    async nextChange(): Promise<void> {
      const now = clock.now();
      const cancelTimer = clock.setTimer(now + pollDelay(now - openedAt, latest), onDue);
      await changed.wait();
      cancelTimer();
    },
    close(): void {
      unwatch();
      unwatchOthers();
      signal?.removeEventListener("abort", changed.notify);
      deps.logs.close(name);
    },
  };
}

function placeAfter({ id, events }: EventLog, after: string | undefined): number {
  const [, log, place] = /^(.+)\.(\d{1,9})$/.exec(after ?? "") ?? [];
  return log === id ? Math.min(Number(place), events.length) : 0;
}

/** The events of a run so far, without deltas; all of them when it has ended. */
async function storedEvents(deps: ReactDeps, run: StoredRun): Promise<ReactEvent[]> {
  const state = await storedState(deps, run);
  const events: ReactEvent[] = [startEvent(state), ...eventsOf(state)];
  if (run.body.status === "ended")
    emitEnd(
      state,
      run.body.response,
      createEventSink((event) => events.push(event)),
    );
  return events;
}

function eventKey(event: ReactEvent): string {
  const place = "step_index" in event ? event.step_index : "turn" in event ? event.turn : "";
  return `${event.type} ${place}`;
}
