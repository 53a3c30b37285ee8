import type { Migration } from "../../migration.ts";

/** Unleased jobs per lane by priority, so that the many jobs of one priority are skipped, not read. */
export const priority: Migration = {
  name: "0009-priority",
  sql: `
ALTER TABLE jobs ADD COLUMN priority integer NOT NULL DEFAULT 0;
DROP INDEX jobs_by_lane;
CREATE INDEX jobs_by_lane ON jobs (queue, tenant, priority, greatest(due_at, rest_until))
  WHERE dead_at IS NULL AND lease IS NULL;
`,
};
