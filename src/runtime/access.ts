import { join } from "node:path";
import type { Audit } from "../ports/audit.ts";
import type { Keys } from "../ports/keys.ts";
import { createSqliteAudit } from "../store/sqlite/audit.ts";
import { openDatabase } from "../store/sqlite/database.ts";
import { createSqliteKeys } from "../store/sqlite/keys.ts";

export type OpenAccess = { keys: Keys; audit: Audit; close(): Promise<void> };

/** The keys and the audit log of a data folder, for a process that does nothing else with it. */
export function openAccess(folder: string): OpenAccess {
  const db = openDatabase({ path: join(folder, "planwright.db") });
  return { keys: createSqliteKeys(db), audit: createSqliteAudit(db), close: () => db.close() };
}
