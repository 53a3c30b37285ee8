import type { RunIndex } from "../../ports/run-index.ts";
import { type Dialect, selectCounts, selectRuns, toCounts, toEntry } from "../run-index-sql.ts";
import type { Database } from "./database.ts";

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
