import { ownEffectPrefix, type Maintenance } from "../../ports/maintenance.ts";
import type { Run } from "../../ports/run.ts";
import { withoutGuard } from "./audit-guard.ts";
import type { PostgresDatabase } from "./database.ts";
import { fromRows } from "./rows.ts";
import { parseStored } from "../stored-json.ts";

/** Skips from tenant to tenant along the index, however many rows each has. */
const tenantsOf = (table: string): string => `
  WITH RECURSIVE each_one (tenant) AS (
    SELECT min(tenant) FROM ${table}
    UNION ALL SELECT (SELECT min(tenant) FROM ${table} WHERE tenant > each_one.tenant) FROM each_one WHERE tenant IS NOT NULL
  ) SELECT tenant FROM each_one WHERE tenant IS NOT NULL`;

export function createPostgresMaintenance(db: PostgresDatabase): Maintenance {
  return {
    async tenants() {
      const rows = [...(await db.read(tenantsOf("runs"))), ...(await db.read(tenantsOf("records")))];
      return [...new Set(rows.map((row) => String(row["tenant"])))];
    },
    endedRuns: async ({ tenant, before, after = "", limit }) =>
      fromRows<Run>(
        await db.read(
          `SELECT record FROM runs WHERE tenant = $1 AND id < $2 AND id > $3
           AND status IN ('completed', 'failed', 'cancelled') ORDER BY id LIMIT $4`,
          [tenant, before, after, limit],
        ),
      ),
    dropRuns: (tenant, ids) =>
      db.write([
        { sql: "DELETE FROM journal WHERE run_id = ANY($1)", values: [ids] },
        { sql: "DELETE FROM waits WHERE run_id = ANY($1) AND tenant = $2", values: [ids, tenant] },
        {
          sql: `DELETE FROM effects WHERE run_id = ANY($1) AND tenant = $2 AND EXISTS
            (SELECT 1 FROM unnest($3::text[]) AS own (start) WHERE starts_with(key, own.start))`,
          values: [ids, tenant, ids.map(ownEffectPrefix)],
        },
        { sql: "DELETE FROM runs WHERE id = ANY($1) AND tenant = $2", values: [ids, tenant] },
      ]),
    dropEffects: (tenant, keys) =>
      db.write([{ sql: "DELETE FROM effects WHERE key = ANY($1) AND tenant = $2", values: [keys, tenant] }]),
    async countExpired(now) {
      const [row] = await db.read("SELECT count(*) AS rows FROM idempotency WHERE expires_at <= $1", [now]);
      return Number(row?.["rows"]);
    },
    async dropExpired(now, limit) {
      let dropped = 0;
      const sql = `DELETE FROM idempotency WHERE (tenant, key) IN
        (SELECT tenant, key FROM idempotency WHERE expires_at <= $1 LIMIT $2)`;
      await db.write([{ sql, values: [now, limit], check: ({ count }) => void (dropped = count) }]);
      return dropped;
    },
    async oldestAudit(after, limit) {
      const rows = await db.read("SELECT seq, record FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2", [after, limit]);
      return rows.map((row) => ({ seq: Number(row["seq"]), at: timeIn(String(row["record"])) }));
    },
    dropAudit: (through) =>
      db.transact((session) =>
        withoutGuard(session, async () => {
          await session.query("DELETE FROM audit WHERE seq <= $1", [through]);
        }),
      ),
  };
}

function timeIn(record: string): number {
  return parseStored<{ at: number }>(record).at;
}
