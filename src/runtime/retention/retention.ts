import type { Handler } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { sweep, type SweepParts } from "./sweep.ts";

export const retentionQueue = "retention";

export type Retention = {
  handler: Handler;
  /** Sees to it that a sweep is due within a day. */
  arm(): Promise<void>;
};

const everyMs = 86_400_000;

/** A sweep a day, by whichever process works. */
export function createRetention(parts: SweepParts & { log: Log }): Retention {
  const { store, clock, log } = parts;
  return {
    async handler({ job, signal }) {
      const swept = await sweep(parts, { dryRun: false, signal });
      if (signal.aborted) return;
      log.info("swept", swept);
      const now = clock.now();
      await store.write((tx) => tx.release(job, { dueAt: now + everyMs, now }));
    },
    arm() {
      const now = clock.now();
      return store.write((tx) =>
        tx.enqueue({ queue: retentionQueue, key: "sweep", tenant: "", dueAt: now + everyMs }, now),
      );
    },
  };
}
