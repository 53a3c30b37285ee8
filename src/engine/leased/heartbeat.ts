import type { Clock } from "../../ports/clock.ts";
import type { Leases } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createAlarm } from "../alarm.ts";
import type { LeasedSlots } from "./leased-slots.ts";
import { coalesce } from "./coalesce.ts";
import type { Stopwatch } from "./stopwatch.ts";

export type HeartbeatParts = {
  slots: () => LeasedSlots;
  leases: Leases;
  clock: Clock;
  stopwatch: Stopwatch;
  log: Log;
  leaseMs: number;
};

/** Says again and again that this process is alive and holds its jobs; learns which were lost, and which were woken. */
export type Heartbeat = {
  start(): void;
  stop(): void;
  /** Now, and not only when it is time. Rejects with `StoreError`. */
  beat(): Promise<void>;
};

export function createHeartbeat({ slots, leases, clock, stopwatch, log, leaseMs }: HeartbeatParts): Heartbeat {
  const wait = (): void => alarm.setBy(clock.now() + leaseMs / 3);
  const beat = coalesce(async () => {
    wait();
    const asked = slots().leases();
    if (asked.length === 0) return;
    // From before it is asked: the lease is at least as long as is believed here.
    const heldFor = stopwatch();
    const still = await leases.renew(asked, leaseMs);
    const held = new Set(still.map(({ lease }) => lease));
    slots().renewed(held, heldFor);
    for (const job of still) slots().wake(job, job.version);
    slots().abortLost(held, asked);
  });
  const alarm = createAlarm(clock, () =>
    beat().catch((error: unknown) => log.error("holding on to jobs failed", { error })),
  );
  return { start: wait, stop: () => alarm.clear(), beat };
}
