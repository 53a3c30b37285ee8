import type { Clock } from "../../ports/clock.ts";
import type { Leases } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createAlarm } from "../alarm.ts";
import type { LeasedSlots } from "./leased-slots.ts";
import { coalesce } from "./coalesce.ts";
import type { Stopwatch } from "./stopwatch.ts";

type HeartbeatParts = {
  slots: () => LeasedSlots;
  leases: Leases;
  clock: Clock;
  stopwatch: Stopwatch;
  log: Log;
  leaseMs: number;
};

/** Renews the leases of this process and learns which were lost and which jobs were woken. */
type Heartbeat = {
  start(): void;
  stop(): void;
  /** Renews now. Rejects with `StoreError`. */
  beat(): Promise<void>;
};

export function createHeartbeat({ slots, leases, clock, stopwatch, log, leaseMs }: HeartbeatParts): Heartbeat {
  const wait = (): void => alarm.setBy(clock.now() + leaseMs / 3);
  const beat = coalesce(async () => {
    wait();
    const asked = slots().leases();
    if (asked.length === 0) return;
    // Measured from before the request, so the lease lasts at least as long as assumed here.
    const heldFor = stopwatch();
    const still = await leases.renew(asked, leaseMs);
    const held = new Set(still.map(({ lease }) => lease));
    slots().renewed(held, heldFor);
    for (const job of still) slots().wake(job, job.version);
    slots().abortLost(held, asked);
  });
  const alarm = createAlarm(clock, () =>
    beat().catch((error: unknown) =>
      log.error("lease renewal failed", { event: "engine.lease_renewal_failed", error }),
    ),
  );
  return { start: wait, stop: () => alarm.clear(), beat };
}
