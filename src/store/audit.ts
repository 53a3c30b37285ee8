import type { Audit, AuditEntry } from "../ports/audit.ts";
import { parseStored, type SqlDatabase } from "./sql.ts";

/** The audit log as an append-only table. */
export function createAudit(db: SqlDatabase): Audit {
  return {
    async record(entry) {
      await db.change("INSERT INTO audit (tenant, record) VALUES ($1, $2)", [entry.tenant, JSON.stringify(entry)]);
    },
    async list({ tenant, limit, before = Number.MAX_SAFE_INTEGER }) {
      const list = "SELECT seq, record FROM audit WHERE tenant = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3";
      const rows = await db.read(list, [tenant, before, limit]);
      return rows.map(({ seq, record }) => ({ ...parseStored<AuditEntry>(record), seq: Number(seq) }));
    },
  };
}
