import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

// Any MCP server would do; this one keeps notes in memory and speaks on standard input and output.
const notes = ["The printer is on the second floor."];
const server = new McpServer({ name: "notes", version: "1.0.0" });

server.registerTool(
  "find_notes",
  { description: "Find notes that contain a word.", inputSchema: { word: z.string() } },
  ({ word }) => said(notes.filter((note) => note.toLowerCase().includes(word.toLowerCase()))),
);
server.registerTool("add_note", { description: "Add a note.", inputSchema: { text: z.string().min(1) } }, ({ text }) =>
  said([`${notes.push(text)} notes`]),
);

await server.connect(new StdioServerTransport());

function said(lines: string[]) {
  return { content: [{ type: "text" as const, text: lines.join("\n") }] };
}
