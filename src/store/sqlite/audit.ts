import type { Audit, AuditEntry } from "../../ports/audit.ts";
import type { Database } from "./database.ts";
import { toText } from "./rows.ts";
import { parseStored } from "../stored-json.ts";

/** The audit log as an append-only table. */
export function createSqliteAudit(db: Database): Audit {
  return {
    record: (entry) =>
      db.commit(() => {
        db.prepare("INSERT INTO audit (tenant, record) VALUES (?, ?)").run(entry.tenant, toText(entry));
      }),
    list: async ({ tenant, limit, before }) =>
      db
        .prepare(
          `SELECT seq, record FROM audit WHERE tenant = ?1 AND (?2 IS NULL OR seq < ?2) ORDER BY seq DESC LIMIT ?3`,
        )
        .all(tenant, before ?? null, limit)
        .map((row) => ({
          ...parseStored<AuditEntry>(row["record"]),
          seq: Number(row["seq"]),
        })),
  };
}
