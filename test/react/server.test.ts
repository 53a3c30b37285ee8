import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PlanReactResponse } from "../../src/contracts/react/plan-react.ts";
import { reactExamples } from "../../src/contracts/react/examples.ts";
import { ReactEvent } from "../../src/contracts/react/react-event.ts";
import { createScriptedModel, type Script } from "../../src/testing/scripted-model.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { collectSpans } from "../support/span-collector.ts";

const collected = collectSpans();
const time = { goal: { description: "what time is it?" }, toolset: [{ tool_id: "get_time" }] };

type StreamedEvent = { id?: string; event: string; data: Record<string, unknown> };

function eventsIn(text: string): StreamedEvent[] {
  return text
    .split("\n\n")
    .filter((block) => block.includes("data: "))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const id = field("id");
      return {
        ...(id !== undefined && { id }),
        event: field("event") ?? "",
        data: JSON.parse(field("data") ?? "null") as StreamedEvent["data"],
      };
    });
}

/** A service whose model answers each run by the same script. */
async function withModel<T>(script: Script, work: (world: ServerWorld, key: string) => Promise<T>): Promise<T> {
  const world = await openServerWorld(undefined, {
    reasoning: { model: createScriptedModel(script), name: "test/one" },
  });
  try {
    return await work(world, await world.key("acme", ["tools"]));
  } finally {
    await world.stop();
  }
}

describe("POST /plan/react with no model", () => {
  let world: ServerWorld;
  let key: string;
  beforeAll(async () => {
    world = await openServerWorld();
    key = await world.key("acme", ["tools"]);
  });
  afterAll(() => world.stop());

  const ask = async (body: object) => {
    const response = await world.call("planReact", { body }, key);
    expect(response.status).toBe(200);
    return PlanReactResponse.parse(await response.json());
  };

  it("answers from the tools, out of the box", async () => {
    const answer = await ask({
      goal: { description: "what is in quote Q-0192?" },
      toolset: [{ tool_id: "quote_lookup" }],
    });
    expect(answer).toMatchObject({
      status: "ok",
      usage: { steps: 2, tokens_reason: 0, tools_called: ["quote_lookup"] },
    });
    expect(answer.final_answer.content).toContain("Acme Fabrication");
  });

  it("plans a step, observes, and uses the observation in the next", async () => {
    const toolset = [{ tool_id: "quote_lookup" }, { tool_id: "create_purchase_order" }];
    const answer = await ask({ goal: { description: "Generate a purchase order from quote Q-0192" }, toolset });
    expect(answer.trace.map(({ action }) => action?.tool_id ?? null)).toEqual([
      "quote_lookup",
      "create_purchase_order",
      null,
    ]);
    expect(answer.trace[1]?.action?.input).toMatchObject({ quote: { quote_id: "Q-0192" } });
  });

  it("asks what is missing", async () => {
    const answer = await ask({
      goal: { description: "create a purchase order" },
      toolset: [{ tool_id: "create_purchase_order" }],
    });
    expect(answer).toMatchObject({
      status: "ok",
      final_answer: { content: expect.stringContaining("?") },
      usage: { steps: 1 },
    });
  });

  it("reports a failure in the user's language, as an answer", async () => {
    const answer = await ask({
      goal: { description: "что в котировке Q-9999?" },
      toolset: [{ tool_id: "quote_lookup" }],
    });
    expect(answer.trace[0]?.observation).toMatchObject({ ok: false });
    expect(answer.final_answer.content).toContain("не удалось");
  });

  it("answers HTTP 200 when no tool fits", async () => {
    expect(await ask({ goal: { description: "hello" }, toolset: [] })).toMatchObject({
      status: "error",
      error: { code: "no_tool_fits" },
    });
  });

  it("accepts the contract's example; tools unknown to the router fail as observations", async () => {
    const answer = await ask(reactExamples.request);
    expect(answer.request_id).toBe(reactExamples.request.request_id);
  });

  it.each([
    ["no goal", { toolset: [] }, "/goal"],
    ["an unknown field", { ...time, max_steps: 3 }, "/max_steps"],
    ["too many steps", { ...time, limits: { max_steps: 65 } }, "/limits/max_steps"],
    ["a tool twice", { ...time, toolset: [{ tool_id: "get_time" }, { tool_id: "get_time" }] }, "/toolset/1/tool_id"],
  ])("never starts with %s: a problem, not an answer", async (_, body, pointer) => {
    const response = await world.call("planReact", { body }, key);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect([response.status, await response.json()]).toMatchObject([422, { errors: [{ pointer }] }]);
  });

  it("gives the same answer for the same id or key, and by GET", async () => {
    const body = { ...time, request_id: "same" };
    const first = await ask(body);
    expect(await ask(body)).toEqual(first);
    expect(await (await world.call("getReact", { params: { id: "same" } }, key)).json()).toEqual(first);
    const headers = { "idempotency-key": "k1" };
    const answers = [time, time].map(async (each) =>
      (await world.call("planReact", { body: each, headers }, key)).json(),
    );
    const [a, b] = await Promise.all(answers);
    expect(b).toEqual(a);
    const other = await world.call("planReact", { body: { ...body, goal: { description: "else" } } }, key);
    expect([other.status, await other.json()]).toMatchObject([422, { code: "IDEMPOTENCY_KEY_REUSED" }]);
    expect((await world.call("getReact", { params: { id: "nothing" } }, key)).status).toBe(404);
  });

  it("needs the scope that calling tools needs", async () => {
    expect((await world.call("planReact", { body: time }, await world.key("acme", ["plan"]))).status).toBe(403);
  });

  it("joins the caller's trace: invoke_agent, and execute_tool inside it", async () => {
    collected.reset();
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await world.call("planReact", { body: time, headers: { traceparent } }, key);
    const agent = collected.named("invoke_agent planner-react");
    expect(agent.spanContext().traceId).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(agent.attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "planwright.react.status": "ok",
    });
    const tool = collected.named("execute_tool get_time");
    expect(tool.parentSpanContext?.spanId).toBe(agent.spanContext().spanId);
  });
});

describe("the stream", () => {
  const script: Script = [{ text: "I look.", calls: [{ name: "get_time" }] }, { text: "It is noon." }];

  it.each([
    ["?stream=1", { query: { stream: "1" } }],
    ["Accept", { headers: { accept: "text/event-stream" } }],
  ])("over %s has numbered events in order and ends with the full response", async (_, how) => {
    const events = await withModel(script, async (world, key) => {
      const response = await world.call("planReact", { body: time, ...how }, key);
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      return eventsIn(await response.text());
    });
    expect(events.map(({ event }) => event)).toEqual([
      "start",
      "text_delta",
      "thought",
      "action",
      "observation",
      "text_delta",
      "answer",
      "end",
    ]);
    expect(events.map(({ data }) => data["seq"])).toEqual(events.map((__, at) => at + 1));
    for (const { data } of events) {
      const { seq: __, ...event } = data;
      expect(ReactEvent.safeParse(event).error).toBeUndefined();
    }
    expect(events.at(-1)?.data["response"]).toMatchObject({ status: "ok", final_answer: { content: "It is noon." } });
  });

  it("in AG-UI format pairs every start with an end, in AG-UI's order", async () => {
    const thinking: Script = [
      { thought: "Hm.", text: "I look.", calls: [{ name: "get_time" }] },
      { text: "It is noon." },
    ];
    const events = await withModel(thinking, async (world, key) =>
      eventsIn(
        await (await world.call("planReact", { body: time, query: { stream: "1", format: "ag-ui" } }, key)).text(),
      ),
    );
    expect(events.map(({ data }) => data["type"])).toEqual([
      "RUN_STARTED",
      "REASONING_START",
      "REASONING_MESSAGE_START",
      "REASONING_MESSAGE_CONTENT",
      "REASONING_MESSAGE_END",
      "REASONING_END",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TOOL_CALL_START",
      "TOOL_CALL_ARGS",
      "TOOL_CALL_END",
      "TOOL_CALL_RESULT",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "RUN_FINISHED",
    ]);
    const calls = events.flatMap(({ data }) => ("toolCallId" in data ? [data["toolCallId"]] : []));
    expect(new Set(calls).size).toBe(1);
  });

  it("of a failed run ends with the response, or AG-UI's RUN_ERROR", async () => {
    await withModel(
      () => ({ fail: "overloaded" }),
      async (world, key) => {
        const last = async (query: Record<string, string>) =>
          eventsIn(await (await world.call("planReact", { body: time, query }, key)).text()).at(-1);
        expect(await last({ stream: "1" })).toMatchObject({ event: "end", data: { response: { status: "error" } } });
        expect(await last({ stream: "1", format: "ag-ui" })).toMatchObject({
          event: "RUN_ERROR",
          data: { code: "overloaded" },
        });
      },
    );
  });

  it("resumes after the last event seen; an unknown id yields a gap event", async () => {
    await withModel([{ calls: [{ name: "get_time" }] }, { hang: true }], async (world, key) => {
      const asked = { ...time, request_id: "r1", limits: { timeout_seconds: 5 } };
      const first = world.call("planReact", { body: asked, query: { stream: "1" } }, key);
      const reader = (await first).body?.getReader();
      let seen = "";
      while (!seen.includes("event: observation")) seen += new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
      const lastId = eventsIn(seen).at(-1)?.id ?? "";
      const again = (id: string) =>
        world.call("getReact", { params: { id: "r1" }, query: { stream: "1" }, headers: { "last-event-id": id } }, key);
      const [rest, all] = [await again(lastId), await again("elsewhere.3")];
      world.clock.advance(5000);
      expect(eventsIn(await rest.text()).map(({ event }) => event)).toEqual(["text_delta", "answer", "end"]);
      expect(
        eventsIn(await all.text())
          .map(({ event }) => event)
          .slice(0, 3),
      ).toEqual(["gap", "start", "action"]);
    });
  });
});

describe("sub-goals", () => {
  it("are runs of their own with a share of the limits, charged to the parent", async () => {
    const script: Script = ({ messages, tools }) => {
      const goal = messages.find(({ role }) => role === "user")?.content ?? "";
      const isAnswered = messages.some(({ role }) => role === "tool");
      if (goal === "what time is it?") return isAnswered ? { text: "Noon." } : { calls: [{ name: "get_time" }] };
      expect(tools?.map(({ name }) => name)).toContain("planner.react");
      return isAnswered
        ? { text: "All known." }
        : { calls: [{ name: "planner.react", args: { goal: "what time is it?", tools: ["get_time"] } }] };
    };
    await withModel(script, async (world, key) => {
      const body = {
        request_id: "parent",
        goal: { description: "plan the day" },
        toolset: [{ tool_id: "planner.react" }, { tool_id: "get_time" }],
        limits: { max_steps: 9 },
      };
      const answer = PlanReactResponse.parse(await (await world.call("planReact", { body }, key)).json());
      expect(answer.trace[0]?.observation).toMatchObject({
        ok: true,
        output: { status: "ok", answer: { content: "Noon." }, usage: { tools_called: ["get_time"] } },
      });
      const child = await world.planwright.store.record({
        tenant: "acme",
        kind: "react.run",
        id: "parent:turn:0:call:0",
      });
      const limits = { max_steps: 4, timeout_seconds: 54 };
      expect(child?.body).toMatchObject({ status: "ended", request: { limits, toolset: [{ tool_id: "get_time" }] } });
      const spent = answer.trace[0]?.observation;
      const own = spent?.ok === true ? (spent.output as { usage: { tokens_reason: number } }).usage.tokens_reason : 0;
      expect(own).toBeGreaterThan(0);
      expect(answer.usage.tokens_reason).toBeGreaterThan(own);
    });
  });

  it("within sub-goals terminate: each gets half of its parent's remaining limits", async () => {
    const script: Script = () => ({ calls: [{ name: "planner.react", args: { goal: "deeper" } }] });
    await withModel(script, async (world, key) => {
      const body = { goal: { description: "dig" }, toolset: [{ tool_id: "planner.react" }], limits: { max_steps: 64 } };
      const answer = PlanReactResponse.parse(await (await world.call("planReact", { body }, key)).json());
      expect(answer).toMatchObject({ status: "error", error: { code: "loop_detected" } });
      const runs = await world.planwright.store.records({ tenant: "acme", kind: "react.run", limit: 200 });
      expect(Math.max(...runs.map(({ id }) => id.split(":turn:").length))).toBeLessThanOrEqual(7);
    });
  });

  it("can only be set by a run", async () => {
    await withModel([], async (world, key) => {
      const body = { verb_id: "planner.react", payload: { goal: "x" }, request_id: "q", caller: "somebody" };
      expect(await (await world.call("executeVerb", { body }, key)).json()).toMatchObject({
        error: { code: "no_parent" },
      });
    });
  });
});
