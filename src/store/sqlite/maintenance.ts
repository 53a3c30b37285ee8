import type { Maintenance } from "../../ports/maintenance.ts";
import { createMaintenance } from "../maintenance.ts";
import { withoutGuard } from "./audit-guard.ts";
import type { Database } from "./database.ts";
import { ownEffectKeys } from "./effect-tables.ts";

export function createSqliteMaintenance(db: Database): Maintenance {
  const change = (...statements: readonly [sql: string, ...values: (string | number)[]][]): Promise<void> =>
    db.commit(() => {
      for (const [sql, ...values] of statements) db.prepare(sql).run(...values);
    });
  return {
    ...createMaintenance(db),
    dropRuns(tenant, ids) {
      const those = JSON.stringify(ids);
      return change(
        [`DELETE FROM journal WHERE ${isIn("run_id")}`, those],
        [`DELETE FROM waits WHERE ${isIn("run_id")} AND tenant = ?`, those, tenant],
        ...ids.map((id): [string, ...string[]] => [
          "DELETE FROM effects WHERE tenant = ? AND key >= ? AND key < ? AND run_id = ?",
          tenant,
          ...ownEffectKeys(id),
          id,
        ]),
        [`DELETE FROM runs WHERE ${isIn("id")} AND tenant = ?`, those, tenant],
      );
    },
    dropEffects: (tenant, keys) =>
      change([`DELETE FROM effects WHERE ${isIn("key")} AND tenant = ?`, JSON.stringify(keys), tenant]),
    dropAudit: (through) =>
      db.commit(() => withoutGuard(db, () => db.prepare("DELETE FROM audit WHERE seq <= ?").run(through))),
  };
}

const isIn = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;
