import type { Migration } from "../../migration.ts";

export const planColumns = `coalesce(json_extract(p.plan, '$.request.text'), json_extract(p.plan, '$.summary'), ''),
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

export const insertIndexed =
  "INSERT OR REPLACE INTO run_index (tenant, id, kind, status, title, caller, agent, tools, steps, created_at, ended_at, error)";

/** The list of all runs, kept by triggers: imports and purges need no code of their own. */
export const runIndex: Migration = {
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
};
