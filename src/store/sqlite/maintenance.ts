import type { Maintenance } from "../../ports/maintenance.ts";
import type { Run } from "../../ports/run.ts";
import { withoutGuard } from "./audit-guard.ts";
import type { Database } from "./database.ts";
import { ownEffectKeys } from "./effect-tables.ts";
import { fromRows } from "./rows.ts";
import { parseStored } from "../stored-json.ts";

/** Skips from tenant to tenant along the index, however many rows each has. */
const tenantsOf = (table: string): string => `
  WITH RECURSIVE each_one (tenant) AS (
    SELECT min(tenant) FROM ${table}
    UNION ALL SELECT (SELECT min(tenant) FROM ${table} WHERE tenant > each_one.tenant) FROM each_one WHERE tenant IS NOT NULL
  ) SELECT tenant FROM each_one WHERE tenant IS NOT NULL`;

export function createSqliteMaintenance(db: Database): Maintenance {
  const change = (...statements: readonly [sql: string, ...values: (string | number)[]][]): Promise<number> =>
    db.commit(() =>
      statements.reduce((sum, [sql, ...values]) => sum + Number(db.prepare(sql).run(...values).changes), 0),
    );
  return {
    async tenants() {
      const rows = ["runs", "records"].flatMap((table) => db.prepare(tenantsOf(table)).all());
      return [...new Set(rows.map(({ tenant }) => String(tenant)))];
    },
    endedRuns: async ({ tenant, before, after = "", limit }) =>
      fromRows<Run>(
        db
          .prepare(
            `SELECT record FROM runs WHERE tenant = ? AND id < ? AND id > ?
             AND status IN ('completed', 'failed', 'cancelled') ORDER BY id LIMIT ?`,
          )
          .all(tenant, before, after, limit),
      ),
    async dropRuns(tenant, ids) {
      const those = JSON.stringify(ids);
      await change(
        [`DELETE FROM journal WHERE ${among("run_id")}`, those],
        [`DELETE FROM waits WHERE ${among("run_id")} AND tenant = ?`, those, tenant],
        ...ids.map((id): [string, ...string[]] => [
          "DELETE FROM effects WHERE tenant = ? AND key >= ? AND key < ? AND run_id = ?",
          tenant,
          ...ownEffectKeys(id),
          id,
        ]),
        [`DELETE FROM runs WHERE ${among("id")} AND tenant = ?`, those, tenant],
      );
    },
    async dropEffects(tenant, keys) {
      await change([`DELETE FROM effects WHERE ${among("key")} AND tenant = ?`, JSON.stringify(keys), tenant]);
    },
    countExpired: async (now) =>
      Number(db.prepare("SELECT count(*) AS rows FROM idempotency WHERE expires_at <= ?").get(now)?.["rows"]),
    dropExpired: (now, limit) =>
      change([
        `DELETE FROM idempotency WHERE (tenant, key) IN
         (SELECT tenant, key FROM idempotency WHERE expires_at <= ? LIMIT ?)`,
        now,
        limit,
      ]),
    oldestAudit: async (after, limit) =>
      db
        .prepare("SELECT seq, record FROM audit WHERE seq > ? ORDER BY seq LIMIT ?")
        .all(after, limit)
        .map(({ seq, record }) => ({ seq: Number(seq), at: timeIn(String(record)) })),
    dropAudit: (through) =>
      db.commit(() => withoutGuard(db, () => db.prepare("DELETE FROM audit WHERE seq <= ?").run(through))),
  };
}

const among = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;

function timeIn(record: string): number {
  return parseStored<{ at: number }>(record).at;
}
