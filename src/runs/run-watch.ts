import { pollDelay } from "../effects/poll-delay.ts";
import type { Clock } from "../ports/clock.ts";
import { hasEnded, type Run } from "../ports/run.ts";

/** The latest to look again at a run that another process works on, if nobody tells. */
const maxPollMs = 1_000;

/** One who follows a run. What is announced between two looks is not lost. */
export type RunSubscription = {
  /** The run as it was announced, or undefined when it is time to look oneself. */
  next(signal: AbortSignal | undefined): Promise<Run | undefined>;
  close(): void;
};

/** Tells those who wait for a run that something has happened to it. */
export type RunWatch = {
  announce(run: Run): void;
  /** Whoever follows the run looks himself, now; without an id, whoever follows any. */
  refresh(runId?: string): void;
  /** The run as it was last announced here, while it is under way: more of it will be announced. */
  underWay(runId: string): Run | undefined;
  open(runId: string): RunSubscription;
};

/** Of more than these, the oldest are looked up when they are asked for. */
const maxTracked = 1024;

/** Ended, or waiting for a person: nothing happens to it by itself. */
export function isSettled(run: Run): boolean {
  return hasEnded(run) || (run.status === "waiting" && run.waiting.for === "operator");
}

type Follower = { openedAt: number; latest?: Run | undefined; wake?: (() => void) | undefined };

export function createRunWatch(clock: Clock): RunWatch {
  const followers = new Map<string, Set<Follower>>();
  const underWay = new Map<string, Run>();
  return {
    underWay: (runId) => underWay.get(runId),
    announce(run) {
      if (isSettled(run)) underWay.delete(run.id);
      else {
        const [oldest] = underWay.size < maxTracked ? [] : underWay.keys();
        if (oldest !== undefined) underWay.delete(oldest);
        underWay.set(run.id, run);
      }
      for (const follower of followers.get(run.id) ?? []) {
        follower.latest = run;
        follower.wake?.();
      }
    },
    refresh(runId) {
      const meant = runId === undefined ? followers.values() : [followers.get(runId) ?? []];
      for (const group of meant) for (const follower of group) follower.wake?.();
    },
    open(runId) {
      const follower: Follower = { openedAt: clock.now() };
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
