import { createBoundedCache } from "../plan/bounded-cache.ts";
import { pollDelay } from "../effects/poll-delay.ts";
import type { Clock } from "../ports/clock.ts";
import { hasEnded, type Run } from "../ports/run.ts";

/** Longest interval between polls of a run that another process executes. */
const maxPollMs = 1_000;

/** A subscription to a run. Announcements between two calls of `next` are not lost. */
type RunSubscription = {
  /** The announced run, or undefined when it is time to poll. */
  next(signal: AbortSignal | undefined): Promise<Run | undefined>;
  close(): void;
};

/** Notifies subscribers of changes to a run. */
export type RunWatch = {
  announce(run: Run): void;
  /** Makes subscribers of the run poll now; of any run without an id. */
  refresh(runId?: string): void;
  /** The last announced state of an active run; more announcements will follow. */
  underWay(runId: string): Run | undefined;
  /** Only announcements that match wake the subscriber. */
  open(runId: string, matches?: (run: Run) => boolean): RunSubscription;
};

/** Beyond this many, the oldest are read from the store when needed. */
const maxTracked = 1024;

/** Ended, waiting for a person or an event, or due later: no progress without outside action. */
export function isSettled(run: Run): boolean {
  if (run.status === "queued") return run.runAt !== undefined;
  return hasEnded(run) || (run.status === "waiting" && needsOutside.has(run.waiting.for));
}

const needsOutside: ReadonlySet<string> = new Set(["operator", "answer", "event"]);

type Follower = {
  openedAt: number;
  matches: (run: Run) => boolean;
  latest?: Run | undefined;
  wake?: (() => void) | undefined;
};

export function createRunWatch(clock: Clock): RunWatch {
  const followers = new Map<string, Set<Follower>>();
  const underWay = createBoundedCache<string, Run>(maxTracked);
  return {
    underWay: (runId) => underWay.get(runId),
    announce(run) {
      if (isSettled(run)) underWay.delete(run.id);
      else underWay.set(run.id, run);
      for (const follower of followers.get(run.id) ?? []) {
        if (!follower.matches(run)) continue;
        follower.latest = run;
        follower.wake?.();
      }
    },
    refresh(runId) {
      const meant = runId === undefined ? followers.values() : [followers.get(runId) ?? []];
      for (const group of meant) for (const follower of group) follower.wake?.();
    },
    open(runId, matches = () => true) {
      const follower: Follower = { openedAt: clock.now(), matches };
      const all = followers.get(runId) ?? new Set();
      followers.set(runId, all.add(follower));
      return {
        async next(signal) {
          if (follower.latest === undefined && signal?.aborted !== true)
            await nextAnnouncement(follower, clock, signal);
          const { latest } = follower;
          follower.latest = undefined;
          return latest;
        },
        close() {
          all.delete(follower);
          if (all.size === 0) followers.delete(runId);
        },
      };
    },
  };
}

function nextAnnouncement(follower: Follower, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      cancelTimer();
      signal?.removeEventListener("abort", wake);
      follower.wake = undefined;
      resolve();
    };
    const now = clock.now();
    const cancelTimer = clock.setTimer(now + pollDelay(now - follower.openedAt, maxPollMs), wake);
    signal?.addEventListener("abort", wake);
    follower.wake = wake;
  });
}
