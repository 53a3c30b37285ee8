import { compact } from "../../plan/compact.ts";
import { resolve } from "node:path";
import { readSecrets } from "../../tools/config/secret-text.ts";
import type { DatabaseConfig } from "../../tools/config/tools-config.ts";
import type { DatabaseQuery } from "../../tools/lookup/database-lookup.ts";
import { openPostgresDatabase } from "../../tools/lookup/postgres-database.ts";
import type { SqlDatabase } from "../../tools/lookup/sql-database.ts";
import { openSqliteDatabase } from "../../tools/lookup/sqlite-database.ts";
import type { ReportProblem, SourceParts } from "./tool-sources.ts";

type OpenDatabases = { queries: DatabaseQuery[]; databases: SqlDatabase[] };

type DatabaseParts = Pick<SourceParts, "config" | "folder" | "env">;

/** Names queries `database.query`, and also `query` if only one database has it. */
export function openDatabases(parts: DatabaseParts, report: ReportProblem): OpenDatabases {
  const declared = Object.entries(parts.config.databases);
  const uses = new Map<string, number>();
  for (const [, { queries }] of declared)
    for (const name of Object.keys(queries)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const opened: OpenDatabases = { queries: [], databases: [] };
  for (const [name, config] of declared) {
    const database = openOne(config, parts, (message) => report(`database ${name}`, message));
    if (database === undefined) continue;
    opened.databases.push(database);
    for (const [query, { description, sql, input, max_rows: maxRows, tenants }] of Object.entries(config.queries)) {
      const rest = compact({ description, sql, input, maxRows, database, tenants });
      opened.queries.push({ name: `${name}.${query}`, ...rest });
      if (uses.get(query) === 1) opened.queries.push({ name: query, ...rest });
    }
  }
  return opened;
}

/** Connects with the first query. */
function openOne(
  config: DatabaseConfig,
  { folder, env }: DatabaseParts,
  say: (message: string) => void,
): SqlDatabase | undefined {
  const { sqlite, postgres, timeout_ms: timeoutMs } = config;
  if (sqlite !== undefined) return openSqliteDatabase(resolve(folder, sqlite));
  const { values, missing } = readSecrets(postgres === undefined ? {} : { postgres }, env);
  const url = values["postgres"];
  if (url !== undefined) return openPostgresDatabase(compact({ url, timeoutMs }));
  say(`${missing.join(", ")} is not set in the environment`);
  return undefined;
}
