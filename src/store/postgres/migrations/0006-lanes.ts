import type { Migration } from "../../migration.ts";

/**
 * Jobs that nobody holds, by the time they are ready: over all, and lane by lane, so that the many jobs of one tenant are
 * stepped over and not read. A job is ready when it is due and has rested.
 */
export const lanes: Migration = {
  name: "0006-lanes",
  sql: `
DROP INDEX jobs_by_due;
CREATE INDEX jobs_free ON jobs (greatest(due_at, rest_until)) WHERE dead_at IS NULL AND lease IS NULL;
CREATE INDEX jobs_by_lane ON jobs (queue, tenant, greatest(due_at, rest_until)) WHERE dead_at IS NULL AND lease IS NULL;
`,
};
