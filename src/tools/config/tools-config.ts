import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { EffectClass } from "../../plan/step.ts";
import { JsonSchema } from "../../plan/tool-spec.ts";
import { SecretText } from "./secret-text.ts";

const Name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/);
const Texts = z.record(z.string(), SecretText).default({});
const Tenants = z.array(z.string().min(1)).min(1).describe("who may use it; * is every tenant");

/** Configured properties of a tool of another server. */
export const RulesConfig = z.strictObject({
  effect: EffectClass.optional().describe("effect class; unknown counts as mutating"),
  timeout_ms: z.int().min(1).max(86_400_000).optional().describe("time limit of a call; 30 seconds by default"),
  retry: z
    .enum(["safe", "keyed", "never"])
    .optional()
    .describe("whether a call with an unknown outcome may be sent again"),
  cost_micro_cents: z.int().min(0).optional().describe("cost of a call, in millionths of a cent"),
  tenants: Tenants.optional(),
});
export type RulesConfig = z.infer<typeof RulesConfig>;

const sourceFields = {
  prefix: z.string().optional().describe("prefix of the tool names; the key of this entry by default"),
  defaults: RulesConfig.default({}).describe("defaults for tools without their own rules"),
  tools: z.record(z.string(), RulesConfig).default({}).describe("rules for a tool, by its name at the server"),
};

const Pointer = z.string().regex(/^\//, "must be a JSON pointer");

/** Our configuration of an MCP server's tool, which can receive an effect key only as an argument. */
export const McpRulesConfig = RulesConfig.extend({
  key_argument: Pointer.optional().describe("the argument that carries the key of the effect"),
  read_back: z
    .strictObject({
      tool: z.string().min(1).describe("a reading tool of this server"),
      args: JsonObject.default({}).describe(
        "its arguments; {key} is the effect's key, {field} an argument of the write",
      ),
      found: Pointer.describe("pointer to the written object in the answer"),
      holds: JsonObject.optional().describe("what the object must contain, with fields as in args"),
      as: z.string().min(1).optional().describe("field of the write's answer that contains the object"),
    })
    .optional()
    .describe("how to read back a write whose answer was lost"),
});
export type McpRulesConfig = z.infer<typeof McpRulesConfig>;

/** Login at an MCP server by OAuth, for each tenant. */
const McpOAuthConfig = z.strictObject({
  client_id: z.string().min(1).optional().describe("id of Planwright at the provider; registered at login by default"),
  client_secret: SecretText.optional().describe("secret of Planwright at the provider; none for a public client"),
  scope: z.string().min(1).optional().describe("scopes to request if the server names none"),
  redirect_port: z
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe("port of the redirect address http://127.0.0.1:<port>/callback; a free one by default"),
});

export const McpServerConfig = z.strictObject({
  command: z.array(z.string()).min(1).optional().describe("the program and its arguments"),
  cwd: z.string().optional().describe("working folder of the program; the folder of this file by default"),
  env: Texts.describe("environment variables of the program, besides the usual ones such as PATH"),
  url: z.string().optional().describe("a Streamable HTTP endpoint"),
  query: z.record(z.string(), z.string()).default({}).describe("query parameters of the url; part of the pin"),
  headers: Texts.describe("sent with every request to the url"),
  oauth: McpOAuthConfig.optional().describe("login by OAuth, with planwright tools login; {} for the defaults"),
  envelope: z
    .strictObject({
      ok: Pointer.describe("pointer to whether the call succeeded"),
      output: Pointer.describe("pointer to the answer"),
      error: Pointer.describe("pointer to the error message"),
    })
    .optional()
    .describe("JSON pointers into the answers of a server that wraps them"),
  ...sourceFields,
  tools: z.record(z.string(), McpRulesConfig).default({}).describe("rules for a tool, by its name at the server"),
});
export type McpServerConfig = z.infer<typeof McpServerConfig>;

const OpenApiServerConfig = z.strictObject({
  document: z.string().min(1).describe("path of the OpenAPI 3.0 or 3.1 document"),
  server: z.string().optional().describe("base URL of the operations; the document's first server by default"),
  headers: Texts.describe("sent with every request"),
  idempotency_header: z.string().optional().describe("the header that carries the key of an effect"),
  check_answers: z.boolean().default(true).describe("whether answers are validated against the document's schemas"),
  ...sourceFields,
});
type OpenApiServerConfig = z.infer<typeof OpenApiServerConfig>;

const endpointFields = {
  description: z.string().default("").describe("description for planners"),
  url: z.string().min(1).describe("its address; {field} in the path is an argument"),
  query: z.record(z.string(), Json).default({}).describe("the query; {field} in a text is an argument"),
  headers: Texts.describe("sent with every request"),
  input: JsonSchema.default({ type: "object", properties: {}, additionalProperties: false }).describe(
    "JSON Schema of the arguments",
  ),
  pick: z.string().optional().describe("JSON pointer into the answer"),
};

export const EndpointConfig = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("GET").describe("HTTP method"),
  ...endpointFields,
  body: Json.optional().describe("request body, as JSON; {field} in a text is an argument"),
  output: JsonSchema.optional().describe("JSON Schema of the answer, or of its part at pick"),
  idempotency_header: z.string().optional().describe("the header that carries the key of an effect"),
  ...RulesConfig.shape,
});
export type EndpointConfig = z.infer<typeof EndpointConfig>;

const RemoteVerbConfig = z.strictObject({
  description: endpointFields.description,
  input: endpointFields.input,
  output: JsonSchema.optional().describe("JSON Schema of the output"),
  ...RulesConfig.shape,
});

/** A remote verb router (cortex-orch): every call is a POST of `{verb_id, payload, request_id, caller}`. */
const RouterConfig = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).describe("URL that executes verbs"),
  headers: Texts.describe("sent with every call"),
  verbs: z.record(Name, RemoteVerbConfig).describe("its verbs, by id"),
});
type RouterConfig = z.infer<typeof RouterConfig>;

export const ApiConfig = z.strictObject({ ...endpointFields, tenants: Tenants.optional() });
export type ApiConfig = z.infer<typeof ApiConfig>;

const QueryConfig = z.strictObject({
  description: z.string().default("").describe("description for planners"),
  sql: z.string().min(1).describe("one statement that reads; :name is a parameter, :tenant the caller's own"),
  input: JsonSchema.default({ type: "object", properties: {}, additionalProperties: false }).describe(
    "JSON Schema of the parameters",
  ),
  max_rows: z
    .int()
    .min(1)
    .max(10_000)
    .default(200)
    .describe("maximum number of rows; the answer reports that it was truncated"),
  tenants: Tenants.optional(),
});
type QueryConfig = z.infer<typeof QueryConfig>;

export const DatabaseConfig = z.strictObject({
  sqlite: z.string().min(1).optional().describe("path of a SQLite file"),
  postgres: SecretText.optional().describe("address of a Postgres database, postgres://…"),
  timeout_ms: z
    .int()
    .min(1)
    .max(3_600_000)
    .optional()
    .describe("time limit of a query on Postgres; 10 seconds by default"),
  queries: z.record(Name, QueryConfig).describe("allowed queries, by name; nothing else is sent to the database"),
});
export type DatabaseConfig = z.infer<typeof DatabaseConfig>;

/** The `tools` section of `planwright.yaml`. */
export const ToolsConfig = z.strictObject({
  demo: z.boolean().default(false).describe("the demo workspace: a CRM, a tracker and the books of a small business"),
  demo_faults: z.string().default("").describe("deliberate failures, for example create_purchase_order=lost"),
  allow: z.array(z.string()).default([]).describe("private hosts, addresses and ranges that may be called"),
  max_output_bytes: z
    .int()
    .min(1024)
    .max(67_108_864)
    .optional()
    .describe("maximum size of a tool's answer; 4 MiB by default"),
  mcp: z.record(Name, McpServerConfig).default({}).describe("MCP servers, started (command) or called (url)"),
  openapi: z
    .record(Name, OpenApiServerConfig)
    .default({})
    .describe("services with an OpenAPI document, a tool an operation"),
  http: z.record(Name, EndpointConfig).default({}).describe("single addresses, each a tool of its own"),
  routers: z.record(Name, RouterConfig).default({}).describe("remote verb routers, a tool for each of their verbs"),
  databases: z.record(Name, DatabaseConfig).default({}).describe("databases that lookup.database may ask"),
  apis: z.record(Name, ApiConfig).default({}).describe("addresses that lookup.api may ask"),
});
export type ToolsConfig = z.infer<typeof ToolsConfig>;
