import type { Audit } from "../ports/audit.ts";
import type { Keys } from "../ports/keys.ts";
import { createSqliteAudit } from "../store/sqlite/audit.ts";
import { openDataFile } from "./data-file.ts";
import { createSqliteKeys } from "../store/sqlite/keys.ts";

export type OpenAccess = { keys: Keys; audit: Audit; close(): Promise<void> };

/** The keys and the audit log of a data folder, for a process that does nothing else with it. */
export function openAccess(folder: string): OpenAccess {
  const db = openDataFile(folder);
  return { keys: createSqliteKeys(db), audit: createSqliteAudit(db), close: () => db.close() };
}
