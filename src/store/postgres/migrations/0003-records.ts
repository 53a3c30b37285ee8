import type { Migration } from "../../migration.ts";

export const records: Migration = {
  name: "0003-records",
  sql: `
CREATE TABLE records (
  tenant text NOT NULL,
  kind text NOT NULL,
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  part text,
  status text,
  body text NOT NULL,
  PRIMARY KEY (tenant, kind, id)
);
CREATE INDEX records_by_part ON records (tenant, kind, part, id) WHERE part IS NOT NULL;
CREATE INDEX records_by_status ON records (tenant, kind, status, id) WHERE status IS NOT NULL;

CREATE TABLE counters (
  tenant text NOT NULL,
  key text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (tenant, key)
);
`,
};
