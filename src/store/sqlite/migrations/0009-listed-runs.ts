import type { Migration } from "../../migration.ts";

/**
 * Keeps the entry of a run of a plan in the run's own row, so that a run costs no second row and no second statement.
 * The wide record comes last: a scan of the list does not read what overflows its page.
 */
export const listedRuns: Migration = {
  name: "0009-listed-runs",
  sql: `
CREATE TABLE listed_runs (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER,
  ended_at INTEGER,
  steps INTEGER,
  caller TEXT,
  tools TEXT,
  title TEXT,
  error TEXT,
  record TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
INSERT INTO listed_runs (tenant, id, status, created_at, ended_at, steps, caller, tools, title, error, record)
SELECT r.tenant, r.id, r.status, i.created_at, i.ended_at, i.steps, i.caller, i.tools, i.title, i.error, r.record
FROM runs AS r LEFT JOIN run_index AS i ON i.tenant = r.tenant AND i.id = r.id AND i.kind = 'plan';
DROP TABLE runs;
ALTER TABLE listed_runs RENAME TO runs;
CREATE INDEX runs_by_time ON runs (tenant, created_at, id);

DELETE FROM run_index WHERE kind = 'plan';
ALTER TABLE run_index RENAME TO react_index;
-- The casts give both halves the same types, without which SQLite would not read each half by its own index.
CREATE VIEW run_index AS
SELECT tenant, id, CAST('plan' AS TEXT) AS kind, status, title, caller, CAST(NULL AS TEXT) AS agent, tools, steps,
  created_at, ended_at, error
FROM runs
UNION ALL
SELECT tenant, id, kind, status, title, caller, agent, tools, steps, created_at, ended_at, error FROM react_index;
`,
};
