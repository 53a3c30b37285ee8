import type { Maintenance } from "../ports/maintenance.ts";
import type { Run } from "../ports/run.ts";
import { fromRows, parseStored, type SqlDatabase } from "./sql.ts";

/** Skips from tenant to tenant along the index, however many rows each has. */
const tenantsOf = (table: string): string => `
  WITH RECURSIVE each_one (tenant) AS (
    SELECT min(tenant) FROM ${table}
    UNION ALL SELECT (SELECT min(tenant) FROM ${table} WHERE tenant > each_one.tenant) FROM each_one WHERE tenant IS NOT NULL
  ) SELECT tenant FROM each_one WHERE tenant IS NOT NULL`;

/** The maintenance that is the same in both databases. */
export function createMaintenance(
  db: SqlDatabase,
): Pick<Maintenance, "tenants" | "endedRuns" | "countExpired" | "dropExpired" | "oldestAudit"> {
  return {
    async tenants() {
      const rows = [...(await db.read(tenantsOf("runs"))), ...(await db.read(tenantsOf("records")))];
      return [...new Set(rows.map(({ tenant }) => String(tenant)))];
    },
    endedRuns: async ({ tenant, before, after = "", limit }) =>
      fromRows<Run>(
        await db.read(
          `SELECT record FROM runs WHERE tenant = $1 AND id < $2 AND id > $3
           AND status IN ('completed', 'failed', 'cancelled') ORDER BY id LIMIT $4`,
          [tenant, before, after, limit],
        ),
      ),
    async countExpired(now) {
      const [row] = await db.read("SELECT count(*) AS rows FROM idempotency WHERE expires_at <= $1", [now]);
      return Number(row?.["rows"]);
    },
    dropExpired: (now, limit) =>
      db.change(
        `DELETE FROM idempotency WHERE (tenant, key) IN
         (SELECT tenant, key FROM idempotency WHERE expires_at <= $1 LIMIT $2)`,
        [now, limit],
      ),
    async oldestAudit(after, limit) {
      const rows = await db.read("SELECT seq, record FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2", [after, limit]);
      return rows.map(({ seq, record }) => ({ seq: Number(seq), at: parseStored<{ at: number }>(record).at }));
    },
  };
}
