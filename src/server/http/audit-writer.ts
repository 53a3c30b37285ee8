import type { Audit, AuditEntry } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { storeReason } from "./error-code.ts";

/** `refusal` is the error that the entry records, if any. */
type AuditWriter = (entry: Omit<AuditEntry, "at">, refusal?: unknown) => Promise<void>;

/**
 * Writes audit entries. An entry that cannot be stored goes to the log: the work is done, and an error response would make
 * the caller repeat it. What the store itself refused has a line of its own.
 */
export function createAuditWriter({ audit, clock, log }: { audit: Audit; clock: Clock; log: Log }): AuditWriter {
  return async (what, refusal) => {
    const entry = { ...what, at: clock.now() };
    await audit.record(entry).catch((error: unknown) => {
      const reason = storeReason(error);
      if (reason !== undefined && storeReason(refusal) !== undefined) return;
      log.error("could not store an audit entry", { event: "audit.write_failed", ...entry, error: reason ?? error });
    });
  };
}
