import type { Audit, AuditEntry } from "../../ports/audit.ts";
import type { PostgresDatabase } from "./database.ts";
import { parseStored } from "../stored-json.ts";

/** The audit log as an append-only table. */
export function createPostgresAudit(db: PostgresDatabase): Audit {
  return {
    record: (entry) =>
      db.write([
        { sql: "INSERT INTO audit (tenant, record) VALUES ($1, $2)", values: [entry.tenant, JSON.stringify(entry)] },
      ]),
    async list({ tenant, limit, before }) {
      const rows = await db.read(
        `SELECT seq, record FROM audit WHERE tenant = $1 AND ($2::bigint IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3`,
        [tenant, before ?? null, limit],
      );
      return rows.map((row) => ({
        ...parseStored<AuditEntry>(row["record"]),
        seq: Number(row["seq"]),
      }));
    },
  };
}
