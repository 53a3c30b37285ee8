import type { Migration } from "../../migration.ts";

export const runs: Migration = {
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
};
