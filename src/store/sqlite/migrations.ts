import type { Migration } from "../migration.ts";

const planColumns = `coalesce(json_extract(p.plan, '$.request.text'), json_extract(p.plan, '$.summary'), ''),
  json_extract(r.record, '$.caller'), NULL,
  coalesce((SELECT ' ' || group_concat(DISTINCT json_extract(s.value, '$.tool')) || ' '
    FROM json_each(p.plan, '$.steps') AS s), ' '),
  coalesce(json_array_length(p.plan, '$.steps'), 0), json_extract(r.record, '$.createdAt'),
  json_extract(r.record, '$.endedAt'), json_extract(r.record, '$.error.message')`;

const reactColumns = (row: string): string => `${row}.tenant, ${row}.id, 'react',
  CASE WHEN ${row}.status = 'running' THEN 'running'
    WHEN json_extract(${row}.body, '$.response.status') = 'ok' THEN 'completed' ELSE 'failed' END,
  coalesce(json_extract(${row}.body, '$.request.goal.metadata.user_message'),
    json_extract(${row}.body, '$.request.goal.description')),
  json_extract(${row}.body, '$.request.caller'), json_extract(${row}.body, '$.request.goal.metadata.agent_id'),
  coalesce((SELECT ' ' || group_concat(DISTINCT json_extract(s.value, '$.tool_id')) || ' '
    FROM json_each(${row}.body, '$.request.toolset') AS s), ' '),
  coalesce(json_extract(${row}.body, '$.response.usage.steps'), 0), json_extract(${row}.body, '$.startedAt'),
  json_extract(${row}.body, '$.startedAt') + json_extract(${row}.body, '$.response.usage.duration_ms'),
  json_extract(${row}.body, '$.response.error.message')`;

const insertIndexed =
  "INSERT OR REPLACE INTO run_index (tenant, id, kind, status, title, caller, agent, tools, steps, created_at, ended_at, error)";

/** Schema history, in order. Append only: released migrations are never edited. */
export const migrations: readonly Migration[] = [
  {
    name: "0001-runs",
    sql: `
CREATE TABLE plans (
  tenant TEXT NOT NULL,
  hash TEXT NOT NULL,
  plan TEXT NOT NULL,
  PRIMARY KEY (tenant, hash)
) WITHOUT ROWID;

CREATE TABLE runs (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

CREATE TABLE journal (
  seq INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  fact TEXT NOT NULL,
  UNIQUE (run_id, key)
);

CREATE TABLE effects (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  run_id TEXT NOT NULL,
  state TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
CREATE INDEX effects_by_run ON effects (run_id);

CREATE TABLE waits (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  state TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;
CREATE INDEX waits_by_run ON waits (run_id);
CREATE INDEX waits_open ON waits (tenant, id) WHERE state = 'open';

CREATE TABLE idempotency (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);

CREATE TABLE jobs (
  queue TEXT NOT NULL,
  key TEXT NOT NULL,
  tenant TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  set_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (queue, key)
) WITHOUT ROWID;
CREATE INDEX jobs_by_due ON jobs (due_at);
`,
  },
  /** Terms are stored stemmed, without the text, which is in the passages. Shared documents have tenant ''. */
  {
    name: "0002-knowledge",
    sql: `
CREATE TABLE knowledge_documents (
  id INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  hash TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  UNIQUE (tenant, source)
);

CREATE TABLE knowledge_passages (
  id INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL REFERENCES knowledge_documents (id) ON DELETE CASCADE,
  heading TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX knowledge_passages_by_document ON knowledge_passages (document_id);

CREATE VIRTUAL TABLE knowledge_terms USING fts5 (
  title, heading, body,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);
`,
  },
  /** The triggers make the audit log append-only for all SQL, including `INSERT OR REPLACE`. */
  {
    name: "0003-access",
    sql: `
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) WITHOUT ROWID;

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  record TEXT NOT NULL
);
CREATE INDEX audit_by_tenant ON audit (tenant, seq);

CREATE TRIGGER audit_never_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_never_removed BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_never_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`,
  },
  {
    name: "0004-records",
    sql: `
CREATE TABLE records (
  tenant TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  part TEXT,
  status TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (tenant, kind, id)
) WITHOUT ROWID;
CREATE INDEX records_by_part ON records (tenant, kind, part, id) WHERE part IS NOT NULL;
CREATE INDEX records_by_status ON records (tenant, kind, status, id) WHERE status IS NOT NULL;

CREATE TABLE counters (
  tenant TEXT NOT NULL,
  key TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (tenant, key)
) WITHOUT ROWID;
`,
  },
  /** Jobs per lane, so that the many jobs of one tenant are skipped, not read. */
  {
    name: "0005-lanes",
    sql: "CREATE INDEX jobs_by_lane ON jobs (queue, tenant, due_at);",
  },
  /** The list of all runs, kept by triggers: imports and purges need no code of their own. */
  {
    name: "0006-run-index",
    sql: `
CREATE TABLE run_index (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  caller TEXT NOT NULL,
  agent TEXT,
  tools TEXT NOT NULL,
  steps INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  error TEXT,
  PRIMARY KEY (tenant, id, kind)
) WITHOUT ROWID;
CREATE INDEX run_index_by_time ON run_index (tenant, created_at, id);

CREATE TRIGGER runs_indexed AFTER INSERT ON runs BEGIN
  ${insertIndexed}
  SELECT r.tenant, r.id, 'plan', r.status, ${planColumns}
  FROM (SELECT NEW.tenant AS tenant, NEW.id AS id, NEW.status AS status, NEW.record AS record) AS r
  LEFT JOIN plans AS p ON p.tenant = r.tenant AND p.hash = json_extract(r.record, '$.planHash');
END;
CREATE TRIGGER runs_reindexed AFTER UPDATE ON runs WHEN OLD.status <> NEW.status BEGIN
  UPDATE run_index SET status = NEW.status, ended_at = json_extract(NEW.record, '$.endedAt'),
    error = json_extract(NEW.record, '$.error.message')
  WHERE tenant = NEW.tenant AND id = NEW.id AND kind = 'plan';
END;
CREATE TRIGGER runs_unindexed AFTER DELETE ON runs BEGIN
  DELETE FROM run_index WHERE tenant = OLD.tenant AND id = OLD.id AND kind = 'plan';
END;

CREATE TRIGGER react_indexed AFTER INSERT ON records WHEN NEW.kind = 'react.run' BEGIN
  ${insertIndexed} VALUES (${reactColumns("NEW")});
END;
CREATE TRIGGER react_reindexed AFTER UPDATE ON records WHEN NEW.kind = 'react.run' BEGIN
  ${insertIndexed} VALUES (${reactColumns("NEW")});
END;
CREATE TRIGGER react_unindexed AFTER DELETE ON records WHEN OLD.kind = 'react.run' BEGIN
  DELETE FROM run_index WHERE tenant = OLD.tenant AND id = OLD.id AND kind = 'react';
END;

${insertIndexed}
SELECT r.tenant, r.id, 'plan', r.status, ${planColumns}
FROM runs AS r LEFT JOIN plans AS p ON p.tenant = r.tenant AND p.hash = json_extract(r.record, '$.planHash');
${insertIndexed} SELECT ${reactColumns("r")} FROM records AS r WHERE r.kind = 'react.run';
`,
  },
  /** Separates the tools of a run by spaces: SQLite joins distinct values by commas, which no filter by tool finds. */
  {
    name: "0007-run-index-tools",
    sql: `
CREATE TRIGGER run_index_tools AFTER INSERT ON run_index WHEN instr(NEW.tools, ',') > 0 BEGIN
  UPDATE run_index SET tools = replace(NEW.tools, ',', ' ')
  WHERE tenant = NEW.tenant AND id = NEW.id AND kind = NEW.kind;
END;
UPDATE run_index SET tools = replace(tools, ',', ' ') WHERE instr(tools, ',') > 0;
`,
  },
  /** The store indexes the runs it writes, since triggers parse whole texts; one is left, for imports. */
  {
    name: "0008-run-index-imports",
    sql: `
DROP TRIGGER runs_reindexed;
DROP TRIGGER runs_indexed;
CREATE TRIGGER runs_indexed AFTER INSERT ON runs
WHEN NOT EXISTS (SELECT 1 FROM run_index WHERE tenant = NEW.tenant AND id = NEW.id AND kind = 'plan') BEGIN
  ${insertIndexed}
  SELECT r.tenant, r.id, 'plan', r.status, ${planColumns}
  FROM (SELECT NEW.tenant AS tenant, NEW.id AS id, NEW.status AS status, NEW.record AS record) AS r
  LEFT JOIN plans AS p ON p.tenant = r.tenant AND p.hash = json_extract(r.record, '$.planHash');
END;
`,
  },
  /**
   * Keeps the entry of a run of a plan in the run's own row, so that a run costs no second row and no second statement.
   * The wide record comes last: a scan of the list does not read what overflows its page.
   */
  {
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
  },
  /** Jobs per lane by priority, so that the many jobs of one priority are skipped, not read. */
  {
    name: "0010-priority",
    sql: `
ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
DROP INDEX jobs_by_lane;
CREATE INDEX jobs_by_lane ON jobs (queue, tenant, priority, due_at);
`,
  },
  /** Less to write for each effect: those that only one run can have are found by their key, which starts with its id. */
  {
    name: "0011-fewer-run-writes",
    sql: `
DROP INDEX effects_by_run;
CREATE INDEX shared_effects_by_run ON effects (run_id) WHERE instr(key, 'run:' || run_id || ':') <> 1;
`,
  },
  /** The store lists the ReAct runs it writes: triggers also ran for every other record, and parsed the whole text again. */
  {
    name: "0012-react-entries",
    sql: "DROP TRIGGER react_indexed; DROP TRIGGER react_reindexed; DROP TRIGGER run_index_tools;",
  },
];
