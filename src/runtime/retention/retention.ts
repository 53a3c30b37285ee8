import type { Handler } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { purge, type PurgeOptions, type PurgeParts, type PurgeCounts } from "./purge.ts";

export const retentionQueue = "retention";

export type Retention = {
  handler: Handler;
  /** Makes sure that a purge is scheduled within a day. */
  arm(): Promise<void>;
};

const intervalMs = 86_400_000;

/** Purges once a day, in whichever process executes the job. */
export function createRetention(parts: PurgeParts & { log: Log }): Retention {
  const { store, clock, log } = parts;
  return {
    async handler({ job, signal }) {
      const swept = await purgeAll(parts, { dryRun: false, signal });
      if (signal.aborted) return;
      log.info("old data purged", { event: "retention.purged", ...swept });
      const now = clock.now();
      await store.write((tx) => tx.release(job, { dueAt: now + intervalMs, now }));
    },
    arm() {
      const now = clock.now();
      return store.write((tx) =>
        tx.enqueue({ queue: retentionQueue, key: "purge", tenant: "", dueAt: now + intervalMs }, now),
      );
    },
  };
}

/** Purges the rest even if the database role may not shorten the audit log. */
async function purgeAll(parts: PurgeParts & { log: Log }, options: PurgeOptions): Promise<PurgeCounts> {
  const { audit_days: days, ...rest } = parts.retention;
  const swept = await purge({ ...parts, retention: rest }, options);
  if (days === undefined) return swept;
  try {
    const { audit } = await purge({ ...parts, retention: { audit_days: days } }, options);
    return { ...swept, audit };
  } catch (error) {
    parts.log.error("audit log could not be purged", {
      event: "retention.audit_failed",
      error: error instanceof Error ? error.message : String(error),
    });
    return swept;
  }
}
