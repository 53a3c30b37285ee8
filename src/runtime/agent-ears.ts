import type { Bus, Deliver } from "../ports/bus.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { AgentFiles } from "./agent-files.ts";
import type { Loading } from "./agent-loading.ts";

export type EarsParts = {
  bus: Bus;
  clock: Clock;
  log: Log;
  loading: Loading;
  files: AgentFiles;
  /** The channels that the agents in force listen to. */
  channels: () => readonly string[];
  deliver: Deliver;
};

/** How often profiles that another process stored are looked for. */
const lookEveryMs = 5_000;

/** Keeps profiles and channels up to date from `start` to `stop`. */
export function createEars({ bus, clock, log, loading, files, channels, deliver }: EarsParts) {
  let isStarted = false;
  let heard = "";
  let unsubscribe: () => Promise<void> = async () => undefined;
  let takeBack = (): void => undefined;
  let unwatch = (): void => undefined;
  let last: Promise<void> = Promise.resolve();

  /** The new channels are listened to before the old ones are left, so that nothing falls in between. */
  const listen = async (): Promise<void> => {
    const wanted = channels();
    if (!isStarted || JSON.stringify(wanted) === heard) return;
    const leave = unsubscribe;
    unsubscribe = await bus.subscribe(wanted, deliver);
    heard = JSON.stringify(wanted);
    await leave();
  };
  const after = (load: () => Promise<void>): Promise<void> => {
    last = last
      .then(load)
      .then(listen)
      .catch((error: unknown) => log.error("listening to the bus failed", { error }));
    return last;
  };
  const look = (): void => {
    if (!isStarted) return;
    takeBack = clock.wake(clock.now() + lookEveryMs, () => void after(() => loading.follow()).then(look));
  };
  return {
    /** Loads everything, and listens to what is listened to now. */
    reload: () => after(() => loading.load()),
    /** Loads what another process has stored since, where anybody here would act on it. */
    follow: async (): Promise<void> => (isStarted ? after(() => loading.follow()) : undefined),
    async start(): Promise<void> {
      isStarted = true;
      await after(() => loading.load());
      unwatch = files.watch(() => void after(() => loading.load()));
      look();
    },
    async stop(): Promise<void> {
      isStarted = false;
      takeBack();
      unwatch();
      await last;
      await unsubscribe();
    },
  };
}
