import type { Migration } from "../../migration.ts";

/**
 * `due_at`, `set_at` and `rest_until` use Planwright's clock. `held_until` uses the database's, so that workers with
 * different clocks agree on lease expiry. `lease` numbers are never reused.
 */
export const jobs: Migration = {
  name: "0002-jobs",
  sql: `
CREATE TABLE jobs (
  queue text NOT NULL,
  key text NOT NULL,
  tenant text NOT NULL,
  due_at bigint NOT NULL,
  set_at bigint NOT NULL,
  version integer NOT NULL,
  lease bigint,
  held_until timestamptz,
  rest_until bigint NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  error text,
  dead_at bigint,
  PRIMARY KEY (queue, key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
CREATE INDEX jobs_by_due ON jobs (due_at) WHERE dead_at IS NULL;
CREATE INDEX jobs_by_set ON jobs (set_at) WHERE dead_at IS NULL;
CREATE INDEX jobs_by_lease ON jobs (lease) WHERE lease IS NOT NULL;
CREATE INDEX jobs_dead ON jobs (dead_at) WHERE dead_at IS NOT NULL;
CREATE SEQUENCE job_leases;
`,
};
