import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema, type ElicitResult, LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpServer } from "../../src/server/mcp/mcp-server.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// The SDK's client, with a person who answers what the client asks them.
let world: ServerWorld;
let key: string;
const steps = [
  { id: "s1", kind: "tool", tool: "create_vendor", args: { name: "Nordwind", email: "post@nordwind.example" } },
];

beforeAll(async () => {
  const config = { tools: { demo: true }, packs: ["small-business", "studio"], approval: { default: "draft" } };
  world = await openServerWorld(config);
  key = await world.key("local", ["admin"]);
});
afterAll(() => world.stop());

type ElicitRequest = {
  message: string;
  requestedSchema: { properties: Record<string, { oneOf?: { const: string }[] }> };
};

async function connect(answer?: (asked: ElicitRequest) => ElicitResult) {
  const questions: string[] = [];
  const fetch = async (...request: Parameters<typeof globalThis.fetch>) => world.app.fetch(new Request(...request));
  const server = createMcpServer({ version: "1", connection: { baseUrl: "http://localhost", fetch, key } });
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities });
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return answer(params as unknown as ElicitRequest); // forms only
    });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  const call = async (name: string, args: object) =>
    (await client.callTool({ name, arguments: { ...args } })).structuredContent;
  return { client, call, questions };
}

const accept = (content: Record<string, string>): ElicitResult => ({ action: "accept", content });

async function waitingRun(call: Awaited<ReturnType<typeof connect>>["call"]): Promise<string> {
  const { run_id: runId } = (await call("start_run", { plan: { steps } })) as { run_id: string }; // its output schema
  await world.planwright.runs.settled({ tenant: "local", runId });
  return runId;
}

const text = "Переведи сделку Ромашка в paused";

describe("a client that can ask its person", () => {
  it("speaks the newest protocol version of the SDK", async () => {
    expect(LATEST_PROTOCOL_VERSION).toBe("2025-11-25");
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const response = await world.app.request("/mcp", { method: "POST", headers, body: JSON.stringify(body) });
    expect(await response.json()).toMatchObject({ result: { protocolVersion: LATEST_PROTOCOL_VERSION } });
  });

  it("shows a Draft to the user and applies it only if they accept", async () => {
    const { call, questions } = await connect(() => accept({ decision: "apply" }));
    const made = await call("create_draft", { text });
    expect(questions.join("\n")).toContain('"negotiation"}} → {"values":{"stage":"paused"}}');
    expect(made).toMatchObject({ kind: "draft", draft: { approvals: [{ verdict: "apply" }] } });
  });

  it.each([
    ["declined", (): ElicitResult => ({ action: "decline" })],
    ["kept for later", () => accept({ decision: "later" })],
  ])("leaves a Draft that was %s in the inbox, and does not ask twice", async (_, answer) => {
    const { call, questions } = await connect(answer);
    const made = (await call("create_draft", { text: "Создай задачу «Позвонить в Ромашку»" })) as {
      draft: { draft: { draft_id: string } };
    };
    const before = questions.length;
    expect(before).toBeGreaterThan(0);
    const again = await call("get_draft", { draft_id: made.draft.draft.draft_id });
    expect(again).toMatchObject({ draft: { status: "DRAFT" }, approvals: [] });
    expect(questions).toHaveLength(before);
  });

  it("shows the write of a run with its call to the user, and continues with their decision", async () => {
    const { call, questions } = await connect(() => accept({ decision: "approve" }));
    const runId = await waitingRun(call);
    await call("get_run", { run_id: runId });
    expect(questions).toEqual([expect.stringContaining('create_vendor {"name":"Nordwind"')]);
    expect((await world.planwright.runs.settled({ tenant: "local", runId }))?.status).toBe("completed");
  });
});

describe("a client that cannot ask", () => {
  it("gets the waiting run, and the model has no way to approve it", async () => {
    const { call, client } = await connect();
    const runId = await waitingRun(call);
    expect(await call("get_run", { run_id: runId })).toMatchObject({ run: { status: "waiting" } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("decide_escalation");
  });
});
