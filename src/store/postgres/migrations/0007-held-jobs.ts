import type { Migration } from "../../migration.ts";

/** Leased jobs per lane and by lease expiry, so that a claim reads only the few it needs. */
export const heldJobs: Migration = {
  name: "0007-held-jobs",
  sql: `
CREATE INDEX jobs_held_by_lane ON jobs (queue, tenant, held_until) WHERE lease IS NOT NULL;
CREATE INDEX jobs_held ON jobs (held_until) WHERE lease IS NOT NULL;
`,
};
