import type { Issue } from "../plan/issue.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import { createIssue } from "../plan/create-issue.ts";
import { nearest } from "../plan/nearest.ts";
import { joinPointer } from "../plan/pointer.ts";
import { maxSchemaCost, schemaCost, tooLargeSchema } from "../plan/schema-guard.ts";
import { EffectClass } from "../plan/step.ts";
import type { JsonSchema, ToolSpec } from "../plan/tool-spec.ts";

export type Manifest = { tools: ToolSpec[]; issues: Issue[] };

const schemaKeys = ["inputSchema", "input_schema", "parameters"] as const;
const outputKeys = ["outputSchema", "output_schema"] as const;
// MCP fields beside a tool. Annotations are claims of the server and decide nothing.
const mcpKeys = ["annotations", "_meta", "icons", "execution"] as const;
const knownKeys = new Set<string>(["name", "title", "description", "effect", ...schemaKeys, ...outputKeys, ...mcpKeys]);
const typeNames = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

/**
 * Parses a tool manifest in any common format: ours (`inputSchema`), an MCP `tools/list` result, `input_schema`, and
 * contract 4's entries with `skill_id`. Reports every issue; a manifest with issues must not be used.
 */
export function readManifest(document: unknown): Manifest {
  const found = rowsOf(document);
  if (found === undefined) {
    const message = "a manifest must be a list of tools, or an object with the list under `tools`";
    return { tools: [], issues: [createIssue("WRONG_TYPE", "", { message })] };
  }
  const read = found.rows.map((row, at) => readTool(row, `${found.pointer}/${at}`));
  const tools = read.flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
  return { tools, issues: [...read.flatMap(({ issues }) => issues), ...duplicates(found)] };
}

type Rows = { rows: unknown[]; pointer: string };

function rowsOf(document: unknown): Rows | undefined {
  if (Array.isArray(document)) return { rows: document, pointer: "" };
  if (!isJsonObject(document)) return undefined;
  if (Array.isArray(document["tools"])) return { rows: document["tools"], pointer: "/tools" };
  const result = document["result"];
  if (isJsonObject(result) && Array.isArray(result["tools"]))
    return { rows: result["tools"], pointer: "/result/tools" };
  return undefined;
}

function readTool(row: unknown, pointer: string): { tool?: ToolSpec; issues: Issue[] } {
  if (!isJsonObject(row))
    return { issues: [createIssue("WRONG_TYPE", pointer, { message: "a tool must be an object" })] };
  const name = nameOf(row);
  const key = schemaKeys.find((candidate) => row[candidate] !== undefined);
  const outputKey = outputKeys.find((candidate) => row[candidate] !== undefined);
  const issues = [
    ...(name === undefined ? [createIssue("MISSING_FIELD", pointer, { message: "the tool has no name" })] : []),
    ...unknownKeys(row, pointer),
    ...(key === undefined ? [] : schemaIssues(row[key], `${pointer}/${key}`, true)),
    ...(outputKey === undefined ? [] : schemaIssues(row[outputKey], `${pointer}/${outputKey}`, false)),
    ...effectIssues(row, pointer),
  ];
  if (name === undefined || issues.length > 0) return { issues };
  const effect = EffectClass.safeParse(row["effect"]);
  const tool: ToolSpec = {
    name,
    description: descriptionOf(row),
    inputSchema: key === undefined ? { type: "object" } : toSchema(row[key]),
    ...(outputKey === undefined ? {} : { outputSchema: toSchema(row[outputKey]) }),
    effect: effect.success ? effect.data : "unknown",
  };
  return { tool, issues };
}

function nameOf(row: JsonObject): string | undefined {
  const name = row["skill_id"] ?? row["name"];
  return typeof name === "string" && name.trim() !== "" ? name : undefined;
}

/** Joins title and description: planning reads both. */
function descriptionOf(row: JsonObject): string {
  const title = row["skill_id"] === undefined ? row["title"] : row["name"];
  return [title, row["description"]]
    .flatMap((part) => (typeof part === "string" && part !== "" ? [part] : []))
    .join(". ");
}

/** Contract 4 leaves its entries open; elsewhere a misspelt field would silently lose a schema. */
function unknownKeys(row: JsonObject, pointer: string): Issue[] {
  if (row["skill_id"] !== undefined) return [];
  return Object.keys(row)
    .filter((key) => !knownKeys.has(key))
    .map((key) => {
      const close = nearest(key, knownKeys);
      const hint = close === undefined ? {} : { hint: `did you mean "${close}"?` };
      return createIssue("UNKNOWN_FIELD", joinPointer(pointer, key), { message: `unknown field "${key}"`, ...hint });
    });
}

function effectIssues(row: JsonObject, pointer: string): Issue[] {
  if (row["effect"] === undefined || EffectClass.safeParse(row["effect"]).success) return [];
  const message = `effect must be one of ${EffectClass.options.join(", ")}`;
  return [createIssue("INVALID_VALUE", `${pointer}/effect`, { message })];
}

/** Checks the size and the top level only: a schema is compiled when a plan calls its tool, so that thousands of tools stay cheap. */
function schemaIssues(schema: unknown, pointer: string, mustBeObject: boolean): Issue[] {
  if (typeof schema === "boolean") return [];
  const bad = (at: string, message: string): Issue => createIssue("UNUSABLE_TOOL_SCHEMA", pointer + at, { message });
  if (!isJsonObject(schema)) return [bad("", "a schema must be an object or a boolean")];
  const { type, properties, required } = schema;
  if (schemaCost(schema) > maxSchemaCost) return [bad("", tooLargeSchema)];
  const types = type === undefined ? [] : [type].flat();
  const issues: Issue[] = [];
  if (types.some((one) => typeof one !== "string" || !typeNames.has(one))) {
    issues.push(bad("/type", `"${JSON.stringify(type)}" is not a JSON Schema type`));
  } else if (mustBeObject && types.length > 0 && !types.includes("object")) {
    issues.push(bad("/type", "the arguments of a tool are an object"));
  }
  if (properties !== undefined && !(isJsonObject(properties) && Object.values(properties).every(isSchema))) {
    issues.push(bad("/properties", "properties must be an object of schemas"));
  }
  if (required !== undefined && !(Array.isArray(required) && required.every((one) => typeof one === "string"))) {
    issues.push(bad("/required", "required must be a list of names"));
  }
  return issues;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isJsonObject(value);
}

function toSchema(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}

function duplicates({ rows, pointer }: Rows): Issue[] {
  const seen = new Map<string, number>();
  return rows.flatMap((row, at) => {
    const name = isJsonObject(row) ? nameOf(row) : undefined;
    if (name === undefined) return [];
    const first = seen.get(name);
    if (first !== undefined) {
      const message = `the name "${name}" is already used by ${pointer}/${first}`;
      return [createIssue("DUPLICATE_TOOL", `${pointer}/${at}`, { message })];
    }
    seen.set(name, at);
    return [];
  });
}
