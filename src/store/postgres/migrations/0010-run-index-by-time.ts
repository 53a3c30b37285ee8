import type { Migration } from "../../migration.ts";

/**
 * The end of a run finds its entry in the list by all columns of either index. Connections keep the plan of a trigger: one
 * made for a small table could choose the index by time, and then read every entry of the tenant.
 */
export const runIndexByTime: Migration = {
  name: "0010-run-index-by-time",
  sql: `
CREATE OR REPLACE FUNCTION index_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given json;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM run_index WHERE tenant = OLD.tenant AND id = OLD.id AND kind = 'plan';
    RETURN OLD;
  ELSIF TG_OP = 'UPDATE' THEN
    given := readable_json(NEW.record);
    UPDATE run_index SET status = NEW.status, ended_at = (given ->> 'endedAt')::bigint, error = given #>> '{error,message}'
    WHERE tenant = NEW.tenant AND created_at = (given ->> 'createdAt')::bigint AND id = NEW.id AND kind = 'plan';
    IF NOT FOUND THEN
      -- One of the two records could not be read.
      UPDATE run_index SET status = NEW.status, ended_at = (given ->> 'endedAt')::bigint, error = given #>> '{error,message}'
      WHERE tenant = NEW.tenant AND id = NEW.id AND kind = 'plan';
    END IF;
  ELSE
    INSERT INTO run_index (tenant, id, kind, status, title, caller, agent, tools, steps, created_at, ended_at, error)
    SELECT * FROM plan_run_row(NEW);
  END IF;
  RETURN NEW;
END $$;
ALTER TABLE run_index SET (fillfactor = 80);
ALTER TABLE effects SET (fillfactor = 70);
`,
};
