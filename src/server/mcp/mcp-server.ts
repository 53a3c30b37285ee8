import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { type Connection, send } from "../../client/call.ts";
import type { Route } from "../../contracts/api/route.ts";
import { routes } from "../../contracts/api/routes.ts";
import { schemaOf } from "../../contracts/json-schema.ts";
import { parseWith } from "../../contracts/parse.ts";
import { problemOf } from "../../contracts/problem.ts";
import { isJsonObject, type JsonObject } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import type { Manner, McpTool } from "./mcp-tool.ts";
import { mcpTools } from "./mcp-tools.ts";

export type McpParts = { version: string; connection: Connection };

/**
 * Planwright for any MCP client. Every call is a call of the API, with the caller's own credential: what HTTP refuses,
 * MCP refuses in the same words.
 */
export function createMcpServer({ version, connection }: McpParts): Server {
  const server = new Server(
    { name: "planwright", title: "Planwright", version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listing }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = Object.hasOwn(mcpTools, params.name) ? mcpTools[params.name] : undefined;
    if (tool === undefined) return unknownTool(params.name);
    return call(tool, params.arguments ?? {}, { ...connection, signal });
  });
  return server;
}

const instructions =
  "Plan first (plan or plan_structured), show the plan, then start_run with it. get_run tells what came of it; list_escalations what waits for a person. What an action plan writes goes through create_draft, and apply_draft once the person has agreed.";

/** Nothing here reaches further than the tools the workspace has configured, yet those may be anyone's. */
const annotations: Readonly<Record<Manner, NonNullable<Tool["annotations"]>>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  asks: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  ends: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  acts: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

const listing: Tool[] = Object.entries(mcpTools).map(
  ([name, { route, title, description, manner, input, output }]) => ({
    name,
    title,
    description,
    inputSchema: objectSchema(schemaOf(input, "input")),
    outputSchema: objectSchema(output === undefined ? outputOf(routes[route]) : schemaOf(output, "output")),
    annotations: { title, ...annotations[manner] },
  }),
);

function outputOf(route: Route): JsonObject {
  return typeof route.answer === "string" ? {} : (schemaOf(route.answer, "output") as JsonObject); // schemas are JSON
}

function objectSchema(schema: Record<string, unknown>): Tool["inputSchema"] {
  return { ...schema, type: "object" };
}

async function call(
  tool: McpTool,
  args: unknown,
  connection: Connection & { signal: AbortSignal },
): Promise<CallToolResult> {
  const parsed = parseWith(tool.input, args);
  if (!parsed.ok) return failure({ ...problemOf("INVALID_INPUT", { issues: parsed.issues }) });
  // Every input shape above is an object.
  const { signal, ...to } = connection;
  const response = await send(to, routes[tool.route], { ...tool.toCall(parsed.value as JsonObject), signal });
  const answer: unknown = await response.json();
  if (!response.ok || !isJsonObject(answer)) return failure(answer);
  return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
}

function failure(answer: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(answer) }], isError: true };
}

function unknownTool(name: string): CallToolResult {
  const close = nearest(name, Object.keys(mcpTools));
  const detail = `There is no tool ${name}.${close === undefined ? "" : ` Did you mean ${close}?`}`;
  return failure(problemOf("NOT_FOUND", { detail }));
}
