import type { Migration } from "../../migration.ts";

/** Jobs per lane, so that the many jobs of one tenant are skipped, not read. */
export const lanes: Migration = {
  name: "0005-lanes",
  sql: "CREATE INDEX jobs_by_lane ON jobs (queue, tenant, due_at);",
};
