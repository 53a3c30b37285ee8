import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { EffectClass } from "../../src/plan/step.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

const effects = ["read", "additive", "destructive", "unknown"] as const;

/** One tool of each risk class; every real call is counted. */
function counted(calls: string[]) {
  return effects.map((effect) =>
    defineTool({
      name: `tool_${effect}`,
      description: `A tool of the class ${effect}.`,
      input: z.strictObject({ text: z.string() }),
      output: z.strictObject({ ok: z.boolean() }),
      effect,
      run: () => {
        calls.push(effect);
        return { ok: true };
      },
    }),
  );
}

const args = { text: "hello" };
const runPlan = (tool: string) => ({
  spelling: "braces",
  steps: [{ kind: "tool", id: "s1", tool, args }],
});
const servicePlan = (tool: string) => ({
  session_id: 1,
  steps: [
    {
      id: "step-1",
      type: "tool",
      description: "Call it",
      depends_on: [],
      payload: { tool_name: tool, arguments: args, result_key: "answer" },
    },
  ],
  metadata: { model: "test", version: "0.1" },
});
const actionPlan = (tool: string) => ({
  plan_id: "p1",
  intent: "mutate",
  domain: "unknown",
  summary: "Call it",
  language: "en",
  inputs: { raw_text: "call it" },
  entities: [],
  actions: [
    { toolkit: "code", tool_slug: tool, args, read_only: false, idempotency_scope: `once:${tool}`, preview: "Call it" },
  ],
  needs_clarification: [],
  risks: [],
});
const reactRequest = (tool: string) => ({ goal: { description: `use ${tool}` }, toolset: [{ tool_id: tool }] });
const agentProfile = (tool: string) => ({
  id: `agent.${tool}`,
  description: "Calls one tool.",
  goal_template: { type: "agent_task", description: `use ${tool}` },
  toolset: [tool],
  limits: { min_interval_seconds: 0, max_runs_per_day: 100 },
});

type Surface = (world: ServerWorld, key: string, tool: string) => Promise<unknown>;

async function startAndSettle(world: ServerWorld, key: string, body: object): Promise<string> {
  const started = (await (await world.call("startRun", { body }, key)).json()) as { run_id: string };
  await world.planwright.runs.settled({ tenant: "acme", runId: started.run_id });
  return started.run_id;
}

/** A run that waits has not ended: its rerun is refused. */
async function rerunAndSettle(world: ServerWorld, key: string, id: string): Promise<void> {
  const answer = await world.call("rerun", { params: { id }, body: { from_step: "s1" } }, key);
  if (answer.status === 409) return;
  const again = (await answer.json()) as { run_id: string };
  await world.planwright.runs.settled({ tenant: "acme", runId: again.run_id });
}

async function mcpCall({ app }: ServerWorld, key: string, name: string, input: object): Promise<unknown> {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return (await app.request("/mcp", { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** Every route and MCP tool that can lead to a call. */
const surfaces: Record<string, Surface> = {
  "POST /runs": (world, key, tool) => startAndSettle(world, key, runPlan(tool)),
  "POST /runs with a plan of contract 1": (world, key, tool) => startAndSettle(world, key, servicePlan(tool)),
  "POST /verbs/execute": (world, key, tool) =>
    world.call(
      "executeVerb",
      { body: { verb_id: tool, payload: args, request_id: crypto.randomUUID(), caller: "me" } },
      key,
    ),
  "POST /verbs/execute in the name of an agent": (world, key, tool) =>
    world.call(
      "executeVerb",
      { body: { verb_id: tool, payload: args, request_id: `agent:${crypto.randomUUID()}`, caller: "me" } },
      key,
    ),
  "POST /plan/react": async (world, key, tool) =>
    (await world.call("planReact", { body: reactRequest(tool) }, key)).json(),
  "POST /drafts": (world, key, tool) => world.call("createDraft", { body: { plan: actionPlan(tool) } }, key),
  "POST /runs/{id}/rerun": async (world, key, tool) => {
    const id = await startAndSettle(world, key, runPlan(tool));
    await rerunAndSettle(world, key, id);
  },
  "POST /runs/{id}/rerun after a cancellation": async (world, key, tool) => {
    const id = await startAndSettle(world, key, runPlan(tool));
    await world.call("cancelRun", { params: { id }, body: { reason: "Not like this" } }, key);
    await world.planwright.runs.settled({ tenant: "acme", runId: id });
    await rerunAndSettle(world, key, id);
  },
  "POST /escalations/{id} with skip": async (world, key, tool) => {
    const runId = await startAndSettle(world, key, runPlan(tool));
    const [wait] = (await world.planwright.runs.waits("acme")).filter((one) => one.runId === runId);
    if (wait === undefined) return;
    await world.call("decideEscalation", { params: { id: wait.id }, body: { choice: "skip" } }, key);
    await world.planwright.runs.settled({ tenant: "acme", runId });
  },
  "an agent": async (world, key, tool) => {
    await world.call("putAgent", { params: { id: `agent.${tool}` }, body: agentProfile(tool) }, key);
    return (await world.call("runAgentOnce", { params: { id: `agent.${tool}` }, body: {} }, key)).json();
  },
  "MCP start_run": async (world, key, tool) => {
    const answer = (await mcpCall(world, key, "start_run", { plan: runPlan(tool) })) as {
      result: { structuredContent: { run_id: string } };
    };
    await world.planwright.runs.settled({ tenant: "acme", runId: answer.result.structuredContent.run_id });
  },
  "MCP create_draft": (world, key, tool) => mcpCall(world, key, "create_draft", { plan: actionPlan(tool) }),
};

type Ruling = "needs approval" | "deny" | "allow";
const scopes = ["plan", "runs", "drafts", "agents", "tools"] as const;
/** Policy to its ruling on a write. Agents keep their level whatever the default or the key says. */
const policies: Record<
  string,
  { approval: object; keyScopes?: readonly ("write" | "admin")[]; ruling: Ruling; drafts?: object }
> = {
  "no configuration": { approval: {}, ruling: "needs approval" },
  "a key with the scope admin": { approval: {}, keyScopes: ["admin"], ruling: "needs approval" },
  "the default wait": { approval: { default: "wait" }, ruling: "needs approval" },
  "a key with the scope write": { approval: {}, keyScopes: ["write"], ruling: "allow" },
  "the default allow": { approval: { default: "allow" }, ruling: "allow" },
  "a rule that allows": { approval: { rules: [{ ruling: "allow", tools: ["tool_*"] }] }, ruling: "allow" },
  "a rule that denies": {
    approval: { default: "allow", rules: [{ ruling: "allow" }, { ruling: "deny", tools: ["tool_*"] }] },
    keyScopes: ["write"],
    ruling: "deny",
  },
  "drafts.deny": { approval: { default: "allow" }, drafts: { deny: ["tool_*"] }, ruling: "deny" },
};

function expectedCalls(surface: string, effect: EffectClass, ruling: Ruling): number {
  if (ruling === "deny") return 0;
  const isDraft = surface === "POST /drafts" || surface === "MCP create_draft";
  const isForged = surface.includes("in the name of an agent");
  const times = surface.includes("/rerun") ? 2 : 1;
  // A Draft waits, and a run of an agent that does not exist is refused.
  if (isDraft || isForged) return 0;
  if (effect === "read") return times;
  if (surface === "an agent") return 0;
  return ruling === "allow" ? times : 0;
}

describe.each(Object.entries(policies))("with %s", (_, { approval, keyScopes = [], ruling, drafts = {} }) => {
  const calls: string[] = [];
  let world: ServerWorld;
  let key: string;

  beforeAll(async () => {
    const model = createScriptedModel(({ messages }) => {
      const tool = /use (tool_\w+)/.exec(JSON.stringify(messages))?.[1] ?? "";
      return messages.some(({ role }) => role === "tool") ? { text: "done" } : { calls: [{ name: tool, args }] };
    });
    world = await openServerWorld(
      { approval, drafts },
      { tools: counted(calls), reasoning: { model, name: "test/one" } },
    );
    key = await world.key("acme", [...scopes, ...keyScopes]);
  });
  afterAll(() => world.stop());

  describe.each(Object.keys(surfaces))("%s", (surface) => {
    it.each(effects)("a tool of class %s", async (effect) => {
      calls.length = 0;
      await surfaces[surface]?.(world, key, `tool_${effect}`);
      expect(calls).toHaveLength(expectedCalls(surface, effect, ruling));
    });
  });
});

describe("a rerun of what a person approved", () => {
  const calls: string[] = [];
  let world: ServerWorld;
  beforeAll(async () => void (world = await openServerWorld({ approval: {} }, { tools: counted(calls) })));
  afterAll(() => world.stop());

  it.each([{}, { args: { text: "another" } }])("is approved again before it writes again: %j", async (edited) => {
    calls.length = 0;
    const key = await world.key("acme", [...scopes]);
    const id = await startAndSettle(world, key, runPlan("tool_additive"));
    const [wait] = await world.planwright.runs.waits("acme");
    await world.call("decideEscalation", { params: { id: wait?.id ?? "" }, body: { choice: "approve" } }, key);
    await world.planwright.runs.settled({ tenant: "acme", runId: id });
    expect(calls).toHaveLength(1);
    const again = await world.call("rerun", { params: { id }, body: { from_step: "s1", ...edited } }, key);
    expect(again.status).toBe(202);
    const { run_id: runId } = (await again.json()) as { run_id: string };
    expect(await world.planwright.runs.settled({ tenant: "acme", runId })).toMatchObject({ status: "waiting" });
    expect(calls).toHaveLength(1);
    const [asked] = await world.planwright.runs.waits("acme");
    expect(asked).toMatchObject({ runId, kind: "approval", call: { args: { ...args, ...edited.args } } });
    await world.call("cancelRun", { params: { id: runId }, body: { reason: "Enough" } }, key);
    await world.planwright.runs.settled({ tenant: "acme", runId });
  });
});
