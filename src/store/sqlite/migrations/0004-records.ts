import type { Migration } from "../../migration.ts";

export const records: Migration = {
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
};
