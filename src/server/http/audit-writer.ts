import type { Audit, AuditEntry } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { storeReason } from "./error-code.ts";

export type AuditWriter = (entry: Omit<AuditEntry, "at">) => Promise<void>;

/**
 * Writes audit entries. An entry that cannot be stored goes to the log: the work is done, and an error response would make
 * the caller repeat it.
 */
export function createAuditWriter({ audit, clock, log }: { audit: Audit; clock: Clock; log: Log }): AuditWriter {
  return async (what) => {
    const entry = { ...what, at: clock.now() };
    await audit.record(entry).catch((error: unknown) =>
      log.error("could not store an audit entry", {
        event: "audit.write_failed",
        ...entry,
        error: storeReason(error) ?? error,
      }),
    );
  };
}
