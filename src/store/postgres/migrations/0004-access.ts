import type { Migration } from "../../migration.ts";

/** The triggers make the audit log append-only for everyone who may not alter the table, `TRUNCATE` included. */
export const access: Migration = {
  name: "0004-access",
  sql: `
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  tenant text NOT NULL,
  name text NOT NULL,
  scopes text NOT NULL,
  hash text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint
);

CREATE TABLE audit (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text NOT NULL,
  record text NOT NULL
);
CREATE INDEX audit_by_tenant ON audit (tenant, seq);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;

CREATE TRIGGER audit_never_changed BEFORE UPDATE OR DELETE ON audit
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
`,
};
