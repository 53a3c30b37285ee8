import type { RunIndex } from "../../ports/run-index.ts";
import { type Dialect, selectCounts, selectRuns, toCounts, toEntry } from "../run-index-sql.ts";
import type { Database } from "./database.ts";

/** Fills the list entries of runs that were restored without them. */
export const fillEntries = `
UPDATE runs SET
  created_at = json_extract(record, '$.createdAt'), ended_at = json_extract(record, '$.endedAt'),
  caller = json_extract(record, '$.caller'), error = json_extract(record, '$.error.message'),
  (steps, tools, title) = (
    SELECT coalesce(json_array_length(p.plan, '$.steps'), 0),
      coalesce((SELECT ' ' || replace(group_concat(DISTINCT json_extract(s.value, '$.tool')), ',', ' ') || ' '
        FROM json_each(p.plan, '$.steps') AS s), ' '),
      coalesce(json_extract(p.plan, '$.request.text'), json_extract(p.plan, '$.summary'), '')
    FROM (SELECT json_extract(runs.record, '$.planHash') AS hash) AS r
    LEFT JOIN plans AS p ON p.tenant = runs.tenant AND p.hash = r.hash)
WHERE created_at IS NULL`;

const dialect: Dialect = { mark: (at) => `?${at}`, like: "LIKE" };

export function createSqliteRunIndex(db: Database): RunIndex {
  return {
    async list(query) {
      const { sql, values } = selectRuns(query, dialect);
      return db
        .prepare(sql)
        .all(...values)
        .map(toEntry);
    },
    async counts(filter) {
      const { sql, values } = selectCounts(filter, dialect);
      return toCounts(db.prepare(sql).all(...values));
    },
  };
}
