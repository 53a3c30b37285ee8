import type { Clock } from "../../ports/clock.ts";
import type { Leases } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createAlarm } from "../alarm.ts";
import type { HeldSlots } from "./held-slots.ts";

export type HeartbeatParts = { slots: HeldSlots; leases: Leases; clock: Clock; log: Log; holdMs: number };

/** Says again and again that this process is alive and holds its jobs; learns which were lost, and which were woken. */
export type Heartbeat = { start(): void; stop(): void };

export function createHeartbeat({ slots, leases, clock, log, holdMs }: HeartbeatParts): Heartbeat {
  const wait = (): void => alarm.setBy(clock.now() + holdMs / 3);
  const beat = async (): Promise<void> => {
    wait();
    const asked = slots.leases();
    if (asked.length === 0) return;
    const still = await leases.hold(asked, holdMs);
    for (const job of still) slots.wake(job, job.version);
    slots.loseAllBut(new Set(still.map(({ lease }) => lease)), asked);
  };
  const alarm = createAlarm(clock, () =>
    beat().catch((error: unknown) => log.error("holding on to jobs failed", { error })),
  );
  return { start: wait, stop: () => alarm.clear() };
}
