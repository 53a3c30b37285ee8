import type { Handler } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { sweep, type SweepOptions, type SweepParts, type Swept } from "./sweep.ts";

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
      const swept = await sweepAll(parts, { dryRun: false, signal });
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

/** A role that may not shorten the audit log still sweeps the rest. */
async function sweepAll(parts: SweepParts & { log: Log }, options: SweepOptions): Promise<Swept> {
  const { audit_days: days, ...rest } = parts.retention;
  const swept = await sweep({ ...parts, retention: rest }, options);
  if (days === undefined) return swept;
  try {
    const { audit } = await sweep({ ...parts, retention: { audit_days: days } }, options);
    return { ...swept, audit };
  } catch (error) {
    parts.log.error("the audit log was not shortened", {
      error: error instanceof Error ? error.message : String(error),
    });
    return swept;
  }
}
