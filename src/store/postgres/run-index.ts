import type { RunIndex } from "../../ports/run-index.ts";
import { type Dialect, selectCounts, selectRuns, toCounts, toEntry } from "../run-index-sql.ts";
import type { PostgresDatabase } from "./database.ts";

const dialect: Dialect = { mark: (at) => `$${at}`, like: "ILIKE" };

export function createPostgresRunIndex(db: PostgresDatabase): RunIndex {
  return {
    async list(query) {
      const { sql, values } = selectRuns(query, dialect);
      return (await db.read(sql, values)).map(toEntry);
    },
    async counts(filter) {
      const { sql, values } = selectCounts(filter, dialect);
      return toCounts(await db.read(sql, values));
    },
  };
}
