import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const DraftAnswer = z.object({
  kind: z.string(),
  draft: z.object({ approvals: z.array(z.unknown()), draft: z.object({ plan: z.object({ summary: z.string() }) }) }),
});

// An assistant that uses Planwright over MCP, and can ask its person.
const index = import.meta.resolve("planwright");
const program = new URL(index.endsWith(".ts") ? "./cli/bin.ts" : "./cli/bin.js", index);
const PLANWRIGHT_DATA = mkdtempSync(join(tmpdir(), "planwright-"));
const env = { PATH: process.env["PATH"] ?? "", NODE_OPTIONS: process.env["NODE_OPTIONS"] ?? "", PLANWRIGHT_DATA };
const transport = new StdioClientTransport({ command: process.execPath, args: [program.pathname, "mcp"], env });
const client = new Client({ name: "assistant", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  console.log(`the person is asked: ${params.message.split("\n")[0]}`);
  return { action: "accept", content: { decision: "apply" } };
});
const patience = { timeout: 120_000 };
await client.connect(transport, patience);
const { tools } = await client.listTools({}, patience);
console.log(`a tool that approves: ${tools.some(({ name }) => /apply|decide/.test(name))}`);

// The write becomes a Draft. The question goes past the model, to the person in front of the client.
const text = "Move the deal Acme website to paused";
const made = await client.callTool({ name: "create_draft", arguments: { text } }, undefined, patience);
const { kind, draft } = DraftAnswer.parse(made.structuredContent);
console.log(`${kind}, approved by ${draft.approvals.length} person: ${draft.draft.plan.summary}`);
await client.close();
assert.equal(draft.approvals.length, 1);
