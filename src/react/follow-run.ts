import type { PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import { createAsyncEvent } from "../effects/async-event.ts";
import { createEventSink, startEvent, emitEnd } from "./execute-run.ts";
import type { EventLog } from "./event-log.ts";
import { pollDelay } from "../effects/poll-delay.ts";
import { jobKeyOf } from "./react-queue.ts";
import { findRun, type ReactDeps } from "./react-deps.ts";
import { toReply } from "./respond.ts";
import type { RunKey, StoredRun } from "./run-record.ts";
import { storedState } from "./stored-state.ts";
import { eventsOf } from "./emit-events.ts";

/** An event, with the id to go on from where this process has told it. */
export type FollowedEvent = { id?: string; event: ReactEvent };

/** Longest between two looks at a run that another process works on. Its notices are faster, and may be lost. */
const maxPollMs = { ofEvents: 1_000, ofResult: 5_000 };

export type FollowOptions = { after?: string | undefined; signal?: AbortSignal | undefined };

/**
 * What a run tells, as it happens where this process works on it, else as its facts are found in the store. The last
 * event is `end`; there is none when the signal fires first, or where there is no such run.
 */
export async function* followRun(
  deps: ReactDeps,
  key: RunKey,
  { after, signal }: FollowOptions,
): AsyncGenerator<FollowedEvent> {
  const follower = openFollower(deps, key, { signal, isNews: () => true, latestMs: maxPollMs.ofEvents });
  const { log } = follower;
  const isTold = new Set<string>();
  try {
    for (let at = placeAfter(log, after); ;) {
      for (const event of log.events.slice(at)) {
        at += 1;
        yield { id: `${log.id}.${at}`, event };
        if (event.type === "end") return;
      }
      if (signal?.aborted === true) return;
      if (log.events.length === 0 && follower.mustLook()) {
        const run = await findRun(deps, key);
        if (run === undefined) return;
        for (const event of await storedEvents(deps, run)) {
          if (isTold.has(eventKey(event))) continue;
          isTold.add(eventKey(event));
          yield { event };
          if (event.type === "end") return;
        }
      }
      if (at >= log.events.length) await follower.something();
    }
  } finally {
    follower.close();
  }
}

/** The answer once there is one; undefined when the signal fires first, or where there is no such run. */
export async function resultOf(
  deps: ReactDeps,
  key: RunKey,
  signal?: AbortSignal,
): Promise<PlanReactResponse | undefined> {
  const isNews = (log: EventLog): boolean => log.response() !== undefined;
  const follower = openFollower(deps, key, { signal, isNews, latestMs: maxPollMs.ofResult });
  try {
    for (;;) {
      const response = follower.log.response();
      if (response !== undefined || signal?.aborted === true) return response;
      if (follower.mustLook()) {
        const run = await findRun(deps, key);
        if (run === undefined) return undefined;
        if (run.body.status === "ended") return toReply(run.body.response, run.body.request);
      }
      if (follower.log.response() === undefined) await follower.something();
    }
  } finally {
    follower.close();
  }
}

type FollowerOptions = { signal: AbortSignal | undefined; isNews: (log: EventLog) => boolean; latestMs: number };

/** One who waits for news of a run: from the log here, or by looking into the store now and then. */
function openFollower(deps: ReactDeps, key: RunKey, { signal, isNews, latestMs: latest }: FollowerOptions) {
  const { clock } = deps;
  const openedAt = clock.now();
  const bell = createAsyncEvent();
  const name = jobKeyOf(key);
  const log = deps.logs.open(name);
  const unwatch = log.watch(() => {
    if (isNews(log)) bell.notify();
  });
  const look = (): void => {
    isDue = true;
    bell.notify();
  };
  const unlook = log.watchOtherProcesses(look);
  signal?.addEventListener("abort", bell.notify);
  // What was started here is about to be worked on here: there is nothing to look up yet.
  let isDue = !deps.fresh.has(name);
  return {
    log,
    mustLook(): boolean {
      const due = isDue;
      isDue = false;
      return due;
    },
    async something(): Promise<void> {
      const now = clock.now();
      const cancelTimer = clock.setTimer(now + pollDelay(now - openedAt, latest), look);
      await bell.wait();
      cancelTimer();
    },
    close(): void {
      unwatch();
      unlook();
      signal?.removeEventListener("abort", bell.notify);
      deps.logs.close(name);
    },
  };
}

function placeAfter({ id, events }: EventLog, after: string | undefined): number {
  const [, log, place] = /^(.+)\.(\d{1,9})$/.exec(after ?? "") ?? [];
  return log === id ? Math.min(Number(place), events.length) : 0;
}

/** What a run has told so far but for the pieces; all of it where it has ended. */
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
