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
import { parseWith } from "../../plan/parse.ts";
import { problemOf } from "../../contracts/problem.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import { elicitDecisions } from "./elicit.ts";
import type { ToolBehavior, McpTool } from "./mcp-tool.ts";
import { addPrompts, addResources } from "./mcp-resources.ts";
import { mcpTools } from "./mcp-tools.ts";

type McpServerDeps = {
  version: string;
  connection: Connection;
  /** Offers the tools that approve writes. By default a model cannot approve what it asked for. */
  approvals?: boolean | undefined;
  /** Names of tools that are not offered. */
  without?: readonly string[] | undefined;
};

/**
 * Planwright as an MCP server. Every tool call is an API call with the caller's own credential: MCP rejects what HTTP
 * rejects, with the same problem.
 */
export function createMcpServer({ version, connection, approvals = false, without = [] }: McpServerDeps): Server {
  const isOffered = (name: string): boolean =>
    Object.hasOwn(mcpTools, name) && !without.includes(name) && (approvals || mcpTools[name]?.behavior !== "approves");
  const server = new Server(
    { name: "planwright", title: "Planwright", version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  const asked = new Set<string>();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listing.filter(({ name }) => isOffered(name)) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = isOffered(params.name) ? mcpTools[params.name] : undefined;
    if (tool === undefined) return unknownTool(params.name, Object.keys(mcpTools).filter(isOffered));
    const elicit = (answer: JsonObject) => elicitDecisions({ server, connection, signal, asked }, answer);
    return call(tool, params.arguments ?? {}, { connection, signal, elicit });
  });
  addResources(server, connection);
  addPrompts(server);
  return server;
}

const instructions =
  "Plan first (plan or plan_structured), show the plan, then start_run with it. get_run shows the result, list_escalations what needs a person. To write through an action plan use create_draft. A person approves writes in the inbox: the console, the command line or the chat.";

/** Calls reach only the tools of the workspace, but those may act on any outside system. */
const annotations: Readonly<Record<ToolBehavior, NonNullable<Tool["annotations"]>>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  asks: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  ends: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  acts: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  approves: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

const listing: Tool[] = Object.entries(mcpTools).map(
  ([name, { route, title, description, behavior, input, output }]) => ({
    name,
    title,
    description,
    inputSchema: objectSchema(schemaOf(input, "input")),
    outputSchema: objectSchema(output === undefined ? outputOf(routes[route]) : schemaOf(output, "output")),
    annotations: { title, ...annotations[behavior] },
  }),
);

function outputOf(route: Route): JsonObject {
  return typeof route.answer === "string" ? {} : schemaOf(route.answer, "output");
}

function objectSchema(schema: Record<string, unknown>): Tool["inputSchema"] {
  return { ...schema, type: "object" };
}

type CallContext = {
  connection: Connection;
  signal: AbortSignal;
  /** The answer after the user of the client has made the open decisions. */
  elicit: (answer: JsonObject) => Promise<JsonObject>;
};

async function call(
  tool: McpTool,
  args: unknown,
  { connection, signal, elicit }: CallContext,
): Promise<CallToolResult> {
  const parsed = parseWith(tool.input, args);
  if (!parsed.ok) return failure({ ...problemOf("INVALID_INPUT", { issues: parsed.issues }) });
  const input = isJsonObject(parsed.value) ? parsed.value : {};
  const response = await send(connection, routes[tool.route], { ...tool.toCall(input), signal });
  const answered: unknown = await response.json();
  if (!response.ok || !isJsonObject(answered)) return failure(answered);
  const answer = await elicit(answered);
  const said = answerIn(answer);
  const texts = [...(said === undefined ? [] : [said]), JSON.stringify(answer)];
  return { content: texts.map((text) => ({ type: "text", text })), structuredContent: answer };
}

/** The text for a person: the answer of a run, or the message of a plan that only asks or refuses. */
function answerIn({ answer, steps }: JsonObject): string | undefined {
  if (typeof answer === "string") return answer;
  const messages = Array.isArray(steps) ? steps.map(messageIn) : [];
  return messages.length > 0 && messages.every((text) => text !== undefined) ? messages.join("\n") : undefined;
}

function messageIn(step: Json): string | undefined {
  const payload = isJsonObject(step) && step["type"] === "message" ? step["payload"] : undefined;
  const content = isJsonObject(payload) ? payload["content"] : undefined;
  return typeof content === "string" ? content : undefined;
}

function failure(answer: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(answer) }], isError: true };
}

function unknownTool(name: string, offered: readonly string[]): CallToolResult {
  const close = nearest(name, offered);
  const detail = `There is no tool ${name}.${close === undefined ? "" : ` Did you mean ${close}?`}`;
  return failure(problemOf("NOT_FOUND", { detail }));
}
