/** The kind of the records that the list of runs shows as ReAct runs. */
export const reactRunKind = "react.run";

const result = `
  CASE WHEN r.status = 'running' THEN 'running'
    WHEN json_extract(r.body, '$.response.status') = 'ok' THEN 'completed' ELSE 'failed' END AS status,
  coalesce(json_extract(r.body, '$.response.usage.steps'), 0) AS steps,
  json_extract(r.body, '$.startedAt') + json_extract(r.body, '$.response.usage.duration_ms') AS ended_at,
  json_extract(r.body, '$.response.error.message') AS error`;

/** Lists the ReAct runs among these rows of records. */
const addEntries = (rows: string): string => `
INSERT INTO react_index (tenant, id, kind, status, steps, ended_at, error, title, caller, agent, tools, created_at)
SELECT r.tenant, r.id, 'react', ${result},
  coalesce(json_extract(r.body, '$.request.goal.metadata.user_message'),
    json_extract(r.body, '$.request.goal.description')),
  json_extract(r.body, '$.request.caller'), json_extract(r.body, '$.request.goal.metadata.agent_id'),
  coalesce((SELECT ' ' || replace(group_concat(DISTINCT json_extract(s.value, '$.tool_id')), ',', ' ') || ' '
    FROM json_each(r.body, '$.request.toolset') AS s), ' '),
  json_extract(r.body, '$.startedAt')
FROM ${rows} AS r`;

const row = "(SELECT ?1 AS tenant, ?2 AS id, ?3 AS status, ?4 AS body)";

export const addEntry = addEntries(row);

export const endEntry = `
UPDATE react_index SET (status, steps, ended_at, error) = (SELECT ${result} FROM ${row} AS r)
WHERE tenant = ?1 AND id = ?2 AND kind = 'react'`;

/** For records that were restored without their entries. */
export const addMissingEntries = addEntries(`(SELECT * FROM records WHERE kind = '${reactRunKind}'
  AND NOT EXISTS (SELECT 1 FROM react_index AS i WHERE i.tenant = records.tenant AND i.id = records.id))`);
