import type { Migration } from "../../migration.ts";

/** Jobs that are held, lane by lane and by when their lease runs out: a claim reads the few it needs of them. */
export const heldJobs: Migration = {
  name: "0007-held-jobs",
  sql: `
CREATE INDEX jobs_held_by_lane ON jobs (queue, tenant, held_until) WHERE lease IS NOT NULL;
CREATE INDEX jobs_held ON jobs (held_until) WHERE lease IS NOT NULL;
`,
};
