import type { Migration } from "../../migration.ts";

/**
 * Unleased jobs by the time they are ready: overall and per lane, so that the many jobs of one tenant are skipped, not
 * read. A job is ready when due and past its backoff.
 */
export const lanes: Migration = {
  name: "0006-lanes",
  sql: `
DROP INDEX jobs_by_due;
CREATE INDEX jobs_free ON jobs (greatest(due_at, rest_until)) WHERE dead_at IS NULL AND lease IS NULL;
CREATE INDEX jobs_by_lane ON jobs (queue, tenant, greatest(due_at, rest_until)) WHERE dead_at IS NULL AND lease IS NULL;
`,
};
