import type { Migration } from "../../migration.ts";

/**
 * Ids compare by bytes, whatever the database's locale. Records are text instead of `jsonb`, which would reorder keys
 * and reject `\u0000`.
 */
export const runs: Migration = {
  name: "0001-runs",
  sql: `
CREATE TABLE plans (
  tenant text NOT NULL,
  hash text NOT NULL,
  plan text NOT NULL,
  PRIMARY KEY (tenant, hash)
);

CREATE TABLE runs (
  tenant text NOT NULL,
  id text COLLATE "C" NOT NULL UNIQUE,
  status text NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX runs_by_status ON runs (tenant, status, id);

CREATE TABLE journal (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id text NOT NULL,
  key text NOT NULL,
  at bigint NOT NULL,
  fact text NOT NULL,
  UNIQUE (run_id, key)
);
CREATE INDEX journal_by_run ON journal (run_id, seq);

CREATE TABLE effects (
  tenant text NOT NULL,
  key text COLLATE "C" NOT NULL,
  run_id text NOT NULL,
  state text NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (tenant, key)
);
CREATE INDEX effects_by_run ON effects (run_id);

CREATE TABLE waits (
  tenant text NOT NULL,
  id text COLLATE "C" NOT NULL,
  run_id text NOT NULL,
  state text NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX waits_by_run ON waits (run_id);
CREATE INDEX waits_open ON waits (tenant, id) WHERE state = 'open';

CREATE TABLE idempotency (
  tenant text NOT NULL,
  key text NOT NULL,
  expires_at bigint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (tenant, key)
);
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
`,
};
