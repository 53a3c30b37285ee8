import { ownEffectPrefix, type Maintenance } from "../../ports/maintenance.ts";
import { createMaintenance } from "../maintenance.ts";
import { withoutGuard } from "./audit-guard.ts";
import type { PostgresDatabase } from "./database.ts";

export function createPostgresMaintenance(db: PostgresDatabase): Maintenance {
  return {
    ...createMaintenance(db),
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
    dropAudit: (through) =>
      db.transact((session) =>
        withoutGuard(session, async () => {
          await session.query("DELETE FROM audit WHERE seq <= $1", [through]);
        }),
      ),
  };
}
