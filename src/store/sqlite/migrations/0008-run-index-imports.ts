import type { Migration } from "../../migration.ts";
import { insertIndexed, planColumns } from "./0006-run-index.ts";

/** The store indexes the runs it writes, since triggers parse whole texts; one is left, for imports. */
export const runIndexImports: Migration = {
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
};
