import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Backend } from "./backend.ts";

const hourMs = 3_600_000;

/** Looks for damage of the storage every hour, so that it does not wait for a reader of the damaged page. */
export function recheckHourly(parts: { backend: Pick<Backend, "recheck">; clock: Clock; log: Log }): () => void {
  const { backend, clock, log } = parts;
  const schedule = (): (() => void) => clock.setTimer(clock.now() + hourMs, () => void recheck());
  let cancelTimer = schedule();
  let isStopped = false;
  async function recheck(): Promise<void> {
    // What cannot be checked now is checked in an hour.
    const damage = await backend.recheck().catch(() => undefined);
    if (isStopped) return;
    if (damage === undefined) cancelTimer = schedule();
    else log.error("database file is damaged, all writes stop: restore a backup", { event: "store.damaged", damage });
  }
  return () => {
    isStopped = true;
    cancelTimer();
  };
}
