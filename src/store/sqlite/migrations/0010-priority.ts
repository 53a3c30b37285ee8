import type { Migration } from "../../migration.ts";

/** Jobs per lane by priority, so that the many jobs of one priority are skipped, not read. */
export const priority: Migration = {
  name: "0010-priority",
  sql: `
ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
DROP INDEX jobs_by_lane;
CREATE INDEX jobs_by_lane ON jobs (queue, tenant, priority, due_at);
`,
};
