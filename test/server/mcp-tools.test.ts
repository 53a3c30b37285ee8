import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../src/contracts/api/route.ts";
import { routes } from "../../src/contracts/api/routes.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { mcpTools } from "../../src/server/mcp/mcp-tools.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Calls every tool successfully at least once and validates its result against the announced schema.
let world: ServerWorld;
const client = new Client({ name: "test", version: "1.0.0" });
const called = new Set<string>();
const schemas = new Map<string, object>();

beforeAll(async () => {
  world = await openServerWorld(undefined, { approvals: true });
  const key = await world.key("acme", ["admin"]);
  const transport = new StreamableHTTPClientTransport(new URL("http://planwright.test/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => world.app.request(String(url), init),
  });
  await client.connect(transport);
  for (const { name, outputSchema } of (await client.listTools()).tools) schemas.set(name, outputSchema ?? {});
});
afterAll(async () => {
  await client.close();
  await world.stop();
});

async function good(name: string, args: object): Promise<Record<string, unknown>> {
  const answer = await client.callTool({ name, arguments: { ...args } });
  expect(answer.isError, JSON.stringify(answer.content)).toBeUndefined();
  const { structuredContent } = answer as { structuredContent: Record<string, unknown> };
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schemas.get(name) ?? false);
  expect(validate(structuredContent), JSON.stringify(validate.errors)).toBe(true);
  // A sentence for people may come first; the JSON is always there for clients without structured content.
  expect(answer.content).toContainEqual({ type: "text", text: JSON.stringify(structuredContent) });
  called.add(name);
  return structuredContent;
}

async function run(plan: object): Promise<string> {
  const runId = String((await good("start_run", { plan }))["run_id"]);
  await world.planwright.runs.settled({ tenant: "acme", runId });
  return runId;
}

const manual = { steps: [{ id: "s1", kind: "action", action: "sign the papers", mode: "manual" }] };

describe("the MCP tools", () => {
  it("plan and validate", async () => {
    const plan = await good("plan", serviceExamples.request);
    expect(await good("validate_plan", { contract: "service", plan })).toEqual({ valid: true, issues: [] });
    expect(await good("validate_plan", { contract: "service", plan: {} })).toMatchObject({ valid: false });
    await good("plan_structured", { goal: "a 3-step plan to print the time" });
  });

  it("run, read, rerun and replay a plan", async () => {
    const runId = await run(serviceExamples.response);
    expect(await good("get_run", { run_id: runId })).toMatchObject({ run: { status: "completed" } });
    await good("rerun", { run_id: runId, from_step: "step-3" });
    expect(await good("replay_run", { run_id: runId, mode: "mock_replay" })).toMatchObject({ matches: true });
    await good("list_runs", { limit: 1 });
  });

  it("list and decide escalations, and cancel", async () => {
    const runId = await run(manual);
    const { escalations } = await good("list_escalations", {});
    const [open] = escalations as [{ escalation_id: string; run_id: string }];
    expect(open.run_id).toBe(runId);
    await good("decide_escalation", { escalation_id: open.escalation_id, decision: { choice: "skip" } });
    await good("cancel_run", { run_id: await run(manual) });
  });

  it("list tools and search the knowledge base", async () => {
    await good("list_tools", {});
    await good("search_knowledge", { q: "delivery terms", limit: 3 });
  });

  it("list agents, run one and list its decisions", async () => {
    const profile = {
      id: "agent.shelf",
      description: "Looks at the shelf.",
      goal_template: { type: "agent_task", description: "what do we have in stock of bolts" },
      toolset: ["inventory_lookup"],
    };
    const put = await world.planwright.agents.put({ tenant: "acme", id: profile.id }, profile);
    expect(put.ok).toBe(true);
    expect(await good("list_agents", {})).toMatchObject({ agents: [{ id: "agent.shelf" }] });
    expect(await good("run_agent", { agent_id: "agent.shelf" })).toMatchObject({ status: "success" });
    expect(await good("why_agent", { agent_id: "agent.shelf", limit: 1 })).toMatchObject({
      decisions: [{ outcome: "fired" }],
    });
  });

  it("start one run for one key, however often called", async () => {
    const ask = { plan: manual, idempotency_key: "order-7" };
    expect((await good("start_run", ask))["run_id"]).toBe((await good("start_run", ask))["run_id"]);
  });

  it("create, edit and apply a Draft, and cancel another", async () => {
    const echo = (text: string, at: number) => ({
      toolkit: "test",
      tool_slug: "echo_tool",
      args: { text },
      read_only: true,
      idempotency_scope: `echo:${at}`,
      preview: text,
    });
    const deals = ["1", "2"].map((id) => ({ id, name: id, subtitle: "", url: "" }));
    const plan = (texts: readonly string[], more: object = {}): object => ({
      plan_id: "p1",
      intent: "mutate",
      domain: "unknown",
      summary: "echo",
      language: "en",
      inputs: { raw_text: "echo" },
      entities: [],
      actions: texts.map(echo),
      needs_clarification: [],
      risks: [],
      ...more,
    });
    type View = { action_hash: string; draft: { draft_id: string; revision: number } };
    const shown = (view: unknown): object => {
      const { action_hash, draft } = view as View; // validated against the schema
      return { draft_id: draft.draft_id, revision: draft.revision, action_hash };
    };
    const bulk = await good("create_draft", { plan: plan(["a", "b"], { risks: [{ kind: "bulk", details: "" }] }) });
    const edited = await good("edit_draft", { ...shown(bulk["draft"]), remove: ["a2"] });
    await good("apply_draft", shown(edited));
    await good("confirm_draft", shown(edited));
    const { draft } = edited as unknown as View; // validated against the schema
    await world.planwright.drafts.waitUntilSettled({ tenant: "acme", of: { draftId: draft.draft_id } });
    expect(await good("get_draft", { draft_id: draft.draft_id })).toMatchObject({ draft: { status: "APPLIED" } });
    const entities = [{ kind: "deal", query: "x", candidates: deals, confidence: 0.5 }];
    const needs_clarification = [{ id: "q1", question: "?", choices: [], free_text_allowed: true }];
    const asking = await good("create_draft", { plan: plan(["a"], { entities, needs_clarification }) });
    const answered = await good("answer_draft", { ...shown(asking["draft"]), answers: { q1: "yes" } });
    const picked = await good("pick_in_draft", { ...shown(answered), entity: 0, candidate_id: "2" });
    await good("cancel_draft", shown(picked));
    expect((await good("list_drafts", {}))["drafts"]).toHaveLength(2);
  });

  it("save, list, read and run a plan", async () => {
    const plan = { steps: [{ id: "s1", kind: "message", channel: "assistant", content: "Hello {{params.name}}" }] };
    await good("save_plan", { name: "greet", plan, parameters: { name: { type: "string" } } });
    expect((await good("list_plans", {}))["plans"]).toHaveLength(1);
    expect(await good("get_plan", { name: "greet" })).toMatchObject({ version: 1 });
    await good("run_plan", { name: "greet", parameters: { name: "Ada" } });
    await good("schedule_plan", { name: "greet", cron: "0 9 * * 1", parameters: { name: "Ada" } });
    await good("unschedule_plan", { name: "greet" });
  });

  it("teach, list, read and revoke a lesson", async () => {
    const plan = { steps: [{ id: "s1", kind: "tool", tool: "inventory_lookup", args: { query: "bearings" } }] };
    const taught = await good("teach_lesson", { request: "peek at the bearings shelf", plan });
    const { id } = taught["lesson"] as { id: string }; // validated against the schema
    expect((await good("list_lessons", {}))["lessons"]).toHaveLength(1);
    await good("get_lesson", { lesson_id: id });
    await good("revoke_lesson", { lesson_id: id });
  });

  it("were all called above", () => {
    expect([...called].toSorted()).toEqual(Object.keys(mcpTools).toSorted());
  });

  it.each(Object.entries(mcpTools))(
    "%s is marked as read-only exactly if its route only reads",
    (_, { route, behavior }) => {
      const { method, pure }: Route = routes[route];
      expect(behavior === "reads").toBe(method === "GET" || pure === true);
    },
  );
});
