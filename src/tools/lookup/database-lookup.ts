import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { assertFits } from "../assert-fits.ts";
import { ToolError } from "../tool-error.ts";
import type { Tool } from "../tool.ts";
import { createLookupTool, describeNamed, findNamed, type LookupPayload } from "./lookup-tool.ts";
import type { SqlDatabase, SqlValue } from "./sql-database.ts";
import { parametersIn } from "./sql-text.ts";

/** A named query. Values are bound parameters; `:tenant` is the caller's tenant and cannot be given. */
export type DatabaseQuery = {
  name: string;
  description: string;
  sql: string;
  /** What the filters must look like. */
  input: JsonSchema;
  maxRows: number;
  tenants?: readonly string[];
  database: SqlDatabase;
};

/** `lookup.database`: the query names a declared query, the filters are its parameters. */
export function createDatabaseLookup(queries: readonly DatabaseQuery[]): Tool {
  const byName = new Map(queries.map((query) => [query.name, query]));
  const fitting = ({ query: name, filters }: LookupPayload, tenant: string | undefined): DatabaseQuery => {
    const query = findNamed(name, byName, tenant);
    assertFits(query.input, filters, "invalid_payload");
    return query;
  };
  return createLookupTool({
    target: "database",
    description: describeNamed("Run a declared query; query is its name, filters its parameters.", queries),
    declared: queries,
    output: {
      type: "object",
      required: ["query", "rows", "count", "truncated"],
      properties: {
        query: { type: "string" },
        rows: { type: "array", items: { type: "object" } },
        count: { type: "integer" },
        truncated: { type: "boolean" },
      },
    },
    check: (payload, tenant) => void fitting(payload, tenant),
    async answer(payload, { tenant, signal }) {
      const query = fitting(payload, tenant);
      const parameters = bind(query.sql, payload.filters, tenant);
      const { rows, isCut } = await query.database.query(
        { sql: query.sql, parameters, maxRows: query.maxRows },
        signal,
      );
      return { query: query.name, rows, count: rows.length, truncated: isCut };
    },
  });
}

/** Parameters of a query that its input schema does not declare. */
export function undeclaredParameters({ sql, input }: Pick<DatabaseQuery, "sql" | "input">): string[] {
  const properties = isJsonObject(input) && isJsonObject(input["properties"]) ? input["properties"] : {};
  return [...parametersIn(sql)].filter((name) => name !== "tenant" && !Object.hasOwn(properties, name));
}

function bind(sql: string, filters: JsonObject, tenant: string | undefined): Record<string, SqlValue> {
  const bound: Record<string, SqlValue> = {};
  for (const name of parametersIn(sql)) {
    if (name === "tenant") {
      if (tenant === undefined) throw new ToolError("denied", "this query belongs to tenants; the caller has none");
      bound[name] = tenant;
    } else bound[name] = toSql(name, filters[name] ?? null);
  }
  return bound;
}

function toSql(name: string, value: Json): SqlValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new ToolError("invalid_payload", `/filters/${name} must be a single value`);
}
