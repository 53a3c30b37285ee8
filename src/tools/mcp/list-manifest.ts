import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ListToolsResultSchema, type Tool as SdkTool } from "@modelcontextprotocol/sdk/types.js";
import { asJsonObject } from "../../plan/json.ts";
import { ToolError } from "../tool-error.ts";
import type { Manifest, McpTool } from "./manifest.ts";

const maxPages = 100;
const maxTools = 2000;

/** Reads all pages of a server's tool list. */
export async function listManifest(client: Client, timeoutMs: number): Promise<Manifest> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, ListToolsResultSchema, {
      timeout: timeoutMs,
    });
    tools.push(...answer.tools.map(toTool));
    cursor = answer.nextCursor;
    if (tools.length > maxTools) break;
    if (cursor === undefined) return { server: serverOf(client), tools: tools.toSorted(byName) };
  }
  throw new ToolError("unavailable", "the server's tool list does not end");
}

function toTool(tool: SdkTool): McpTool {
  return {
    name: tool.name,
    description: tool.description ?? "",
    inputSchema: asJsonObject(tool.inputSchema),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: asJsonObject(tool.outputSchema) }),
  };
}

function serverOf(client: Client): Manifest["server"] {
  const version = client.getServerVersion();
  return { name: version?.name ?? "", version: version?.version ?? "" };
}

function byName(a: McpTool, b: McpTool): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
