import type { Migration } from "../../migration.ts";

const insert = `INSERT INTO run_index (tenant, id, kind, status, title, caller, agent, tools, steps, created_at, ended_at, error)`;

/**
 * The list of all runs, kept by triggers: imports and purges need no code of their own. Postgres cannot read a JSON text
 * with the escape of U+0000 in it; such a run is listed without its title and tools.
 */
export const runIndex: Migration = {
  name: "0008-run-index",
  sql: `
CREATE TABLE run_index (
  tenant text NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  title text NOT NULL,
  caller text NOT NULL,
  agent text,
  tools text NOT NULL,
  steps integer NOT NULL,
  created_at bigint NOT NULL,
  ended_at bigint,
  error text,
  PRIMARY KEY (tenant, id, kind)
);
CREATE INDEX run_index_by_time ON run_index (tenant, created_at, id);

CREATE FUNCTION readable_json(given text) RETURNS json LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN position('\\u0000' IN given) > 0 THEN NULL ELSE given::json END $$;

CREATE FUNCTION plan_run_row(run runs) RETURNS SETOF run_index LANGUAGE sql STABLE AS $$
  SELECT run.tenant, run.id, 'plan', run.status,
    coalesce(p.plan #>> '{request,text}', p.plan ->> 'summary', ''), coalesce(r.record ->> 'caller', ''), NULL,
    coalesce((SELECT ' ' || string_agg(DISTINCT s ->> 'tool', ' ') || ' ' FROM json_array_elements(p.plan -> 'steps') AS s), ' '),
    coalesce(json_array_length(p.plan -> 'steps'), 0), coalesce((r.record ->> 'createdAt')::bigint, 0),
    (r.record ->> 'endedAt')::bigint, r.record #>> '{error,message}'
  FROM (SELECT readable_json(run.record) AS record) AS r
  LEFT JOIN LATERAL (SELECT readable_json(plans.plan) AS plan FROM plans
    WHERE plans.tenant = run.tenant AND plans.hash = r.record ->> 'planHash') AS p ON true
$$;

CREATE FUNCTION react_run_row(given records) RETURNS SETOF run_index LANGUAGE sql STABLE AS $$
  SELECT given.tenant, given.id, 'react',
    CASE WHEN given.status = 'running' THEN 'running' WHEN b.body #>> '{response,status}' = 'ok' THEN 'completed'
      ELSE 'failed' END,
    coalesce(b.body #>> '{request,goal,metadata,user_message}', b.body #>> '{request,goal,description}', ''),
    coalesce(b.body #>> '{request,caller}', ''), b.body #>> '{request,goal,metadata,agent_id}',
    coalesce((SELECT ' ' || string_agg(DISTINCT s ->> 'tool_id', ' ') || ' '
      FROM json_array_elements(b.body #> '{request,toolset}') AS s), ' '),
    coalesce((b.body #>> '{response,usage,steps}')::integer, 0), coalesce((b.body ->> 'startedAt')::bigint, 0),
    (b.body ->> 'startedAt')::bigint + (b.body #>> '{response,usage,duration_ms}')::bigint,
    b.body #>> '{response,error,message}'
  FROM (SELECT readable_json(given.body) AS body) AS b
$$;

CREATE FUNCTION index_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM run_index WHERE tenant = OLD.tenant AND id = OLD.id AND kind = 'plan';
    RETURN OLD;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE run_index SET status = NEW.status, ended_at = (readable_json(NEW.record) ->> 'endedAt')::bigint,
      error = readable_json(NEW.record) #>> '{error,message}'
    WHERE tenant = NEW.tenant AND id = NEW.id AND kind = 'plan';
  ELSE
    ${insert} SELECT * FROM plan_run_row(NEW);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER runs_indexed AFTER INSERT OR DELETE ON runs FOR EACH ROW EXECUTE FUNCTION index_run();
CREATE TRIGGER runs_reindexed AFTER UPDATE ON runs FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION index_run();

CREATE FUNCTION index_react_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN DELETE FROM run_index WHERE tenant = OLD.tenant AND id = OLD.id AND kind = 'react'; END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  ${insert} SELECT * FROM react_run_row(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER react_added AFTER INSERT ON records FOR EACH ROW WHEN (NEW.kind = 'react.run')
  EXECUTE FUNCTION index_react_run();
CREATE TRIGGER react_changed AFTER UPDATE ON records FOR EACH ROW WHEN (NEW.kind = 'react.run')
  EXECUTE FUNCTION index_react_run();
CREATE TRIGGER react_removed AFTER DELETE ON records FOR EACH ROW WHEN (OLD.kind = 'react.run')
  EXECUTE FUNCTION index_react_run();

CREATE FUNCTION clear_run_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM run_index WHERE kind = TG_ARGV[0];
  RETURN NULL;
END $$;
CREATE TRIGGER runs_truncated AFTER TRUNCATE ON runs FOR EACH STATEMENT EXECUTE FUNCTION clear_run_index('plan');
CREATE TRIGGER records_truncated AFTER TRUNCATE ON records FOR EACH STATEMENT EXECUTE FUNCTION clear_run_index('react');

${insert} SELECT list.* FROM runs AS run, LATERAL plan_run_row(run) AS list;
${insert} SELECT list.* FROM records AS given, LATERAL react_run_row(given) AS list WHERE given.kind = 'react.run';
`,
};
