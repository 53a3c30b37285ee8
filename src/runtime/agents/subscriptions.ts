import type { Bus, Deliver } from "../../ports/bus.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { AgentFiles } from "./agent-files.ts";
import type { ProfileLoader } from "./profile-loader.ts";

type SubscriptionParts = {
  bus: Bus;
  clock: Clock;
  log: Log;
  loading: ProfileLoader;
  files: AgentFiles;
  /** The channels that the loaded agents subscribe to. */
  channels: () => readonly string[];
  deliver: Deliver;
};

/** How often to check for profiles that another process stored. */
const pollMs = 5_000;

/** Keeps loaded profiles and bus subscriptions up to date from `start` to `stop`. */
export function createSubscriptions({ bus, clock, log, loading, files, channels, deliver }: SubscriptionParts) {
  let isStarted = false;
  let subscribedTo = "";
  let unsubscribe: () => Promise<void> = async () => undefined;
  let cancelTimer = (): void => undefined;
  let unwatch = (): void => undefined;
  let last: Promise<void> = Promise.resolve();

  /** Subscribes to the new channels before it leaves the old ones, so that no event is missed. */
  const resubscribe = async (): Promise<void> => {
    const wanted = channels();
    if (!isStarted || JSON.stringify(wanted) === subscribedTo) return;
    const leave = unsubscribe;
    unsubscribe = await bus.subscribe(wanted, deliver);
    subscribedTo = JSON.stringify(wanted);
    await leave();
  };
  const inOrder = (load: () => Promise<void>): Promise<void> => {
    last = last
      .then(load)
      .then(resubscribe)
      .catch((error: unknown) => log.error("bus subscription failed", { event: "agents.subscribe_failed", error }));
    return last;
  };
  const schedulePoll = (): void => {
    if (!isStarted) return;
    cancelTimer = clock.setTimer(
      clock.now() + pollMs,
      () => void inOrder(() => loading.loadIfChanged()).then(schedulePoll),
    );
  };
  return {
    /** Loads all profiles and subscribes to their channels. */
    reload: () => inOrder(() => loading.load()),
    /** Loads profiles that another process stored, if this process acts on triggers. */
    follow: async (): Promise<void> => (isStarted ? inOrder(() => loading.loadIfChanged()) : undefined),
    async start(): Promise<void> {
      isStarted = true;
      await inOrder(() => loading.load());
      unwatch = files.watch(() => void inOrder(() => loading.load()));
      schedulePoll();
    },
    async stop(): Promise<void> {
      isStarted = false;
      cancelTimer();
      unwatch();
      await last;
      await unsubscribe();
    },
  };
}
