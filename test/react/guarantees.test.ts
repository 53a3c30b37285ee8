import { describe, expect, it } from "vitest";
import { PlanReactResponse } from "../../src/contracts/react/plan-react.ts";
import type { ScriptTurn } from "../../src/testing/scripted-model.ts";
import { adversarialScripts, forbiddenTool, injections } from "../../src/testing/adversarial-scripts.ts";
import { createTools, requestOf, runOnce, settle } from "./support/react-world.ts";

// Contract 5, §1.3: one describe for each guarantee, by its name there.
const find = (query: string): ScriptTurn => ({ calls: [{ name: "find_items", args: { query } }] });

describe("deterministic API, non-deterministic internals", () => {
  it.each([
    ["an answer at once", [{ text: "Seven." }]],
    ["an answer after a call", [find("bolts"), { text: "Seven." }]],
    ["an answer after calls at once", [{ calls: [find("a"), find("b")].flatMap(callsOf) }, { text: "Seven." }]],
    ["a failed call and an answer", [{ calls: [{ name: "find_items", args: {} }] }, { text: "Seven." }]],
    ["no answer", [{ fail: "overloaded" as const }]],
  ])("%s is the same shape, within the same limits", async (_, script) => {
    const request = requestOf();
    const response = await runOnce(script, request).response;
    expect(PlanReactResponse.safeParse(response).error).toBeUndefined();
    expect(response.usage.steps).toBeLessThanOrEqual(request.limits.max_steps);
    expect(response.final_answer.content).not.toBe("");
  });
});

describe("bounded loops", () => {
  it("obey max_steps", async () => {
    const run = runOnce((_, at) => find(`item ${at}`), requestOf({ limits: { max_steps: 3 } }));
    const response = await run.response;
    expect(response).toMatchObject({ status: "error", error: { code: "max_steps" }, usage: { steps: 3 } });
    expect(response.trace).toHaveLength(3);
    expect(run.verbs.calls).toHaveLength(3);
    expect(response.final_answer.content).toContain("item 2");
  });

  it("count parallel calls as steps, and make no more than are left", async () => {
    const calls = Array.from({ length: 9 }, (_, at) => ({ name: "find_items", args: { query: `item ${at}` } }));
    const run = runOnce(() => ({ calls }), requestOf({ limits: { max_steps: 5 } }));
    expect(await run.response).toMatchObject({ error: { code: "max_steps" }, usage: { steps: 5 } });
    expect(run.verbs.calls).toHaveLength(5);
    expect(run.model.requests).toHaveLength(1);
  });

  it("obey timeout_seconds for the whole of the loop, however quick each turn is", async () => {
    const verbs = createTools({ nap: { run: () => (run.clock.advance(400), {}) } });
    const request = requestOf({ tools: ["nap"], limits: { timeout_seconds: 1, max_steps: 64 } });
    const run = runOnce((_, at) => ({ calls: [{ name: "nap", args: { at } }] }), request, { verbs });
    const response = await run.response;
    expect(response).toMatchObject({ status: "timeout", error: { code: "timeout" } });
    expect(response.trace.length).toBe(3);
  });
});

describe("safety and scoping", () => {
  it("only tools listed in the toolset are used: an unlisted tool never reaches the router", async () => {
    const run = runOnce([{ calls: [{ name: "add_item" }] }, { text: "done" }], requestOf({ tools: ["find_items"] }));
    const { trace } = await run.response;
    expect(trace[0]).toMatchObject({
      action: { tool_id: "add_item" },
      observation: { ok: false, error: { code: "unknown_tool" } },
    });
    expect(run.verbs.calls).toEqual([]);
    expect(run.model.requests[0]?.tools?.map(({ name }) => name)).toEqual(["find_items"]);
  });

  it("a tool id that the planner invents is a failed observation with a hint, and never reaches the router", async () => {
    const run = runOnce([{ calls: [{ name: "find_item", args: { query: "x" } }] }, { text: "done" }]);
    const response = await run.response;
    expect(response.trace[0]?.observation).toMatchObject({
      error: { code: "unknown_tool", message: expect.stringContaining("did you mean find_items?") },
    });
    expect([run.verbs.calls, response.usage.tools_called]).toEqual([[], []]);
  });

  it.each(injections)("a tool's output grants no access to tools: %s", async (output) => {
    const verbs = createTools({ find_items: { run: () => ({ output }) }, [forbiddenTool]: { run: () => ({}) } });
    const script = adversarialScripts.find(({ name }) => name === "obedient to tool output")?.script;
    if (script === undefined) throw new Error("the script is gone");
    const run = runOnce(script({ tool: "find_items", args: { query: "x" } }), requestOf(), { verbs });
    const { trace } = await run.response;
    expect(trace[1]?.observation).toMatchObject({ ok: false, error: { code: "unknown_tool" } });
    expect(verbs.calls.map(({ verb }) => verb)).toEqual(["find_items"]);
  });

  it("the toolset's schemas validate the input before the router and the output after it", async () => {
    const strict = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const tools = [{ tool_id: "count_items", input_schema: strict, output_schema: strict }];
    const calls = (n: unknown): ScriptTurn => ({ calls: [{ name: "count_items", args: { n: n as number } }] });
    const run = runOnce([calls("seven"), calls(7), { text: "done" }], requestOf({ tools }));
    const { trace } = await run.response;
    expect(trace.map(({ observation }) => observation?.ok === false && observation.error.code)).toEqual([
      "invalid_payload",
      "invalid_output",
      false,
    ]);
    expect(run.verbs.calls).toHaveLength(1);
  });

  it("verbs are called by their contract, in the name of planner-react", async () => {
    const seen: unknown[] = [];
    const verbs = createTools({ count_items: { run: (_, { call }) => (seen.push(call), {}) } });
    await runOnce([{ calls: [{ name: "count_items" }] }, { text: "done" }], requestOf({ id: "q" }), { verbs }).response;
    const request_id = "q:turn:0:call:0";
    expect(seen).toEqual([{ verb_id: "count_items", payload: {}, request_id, caller: "planner-react" }]);
  });

  it.each([
    ["a hook that says no", () => "not on a Sunday", "not on a Sunday"],
    ["a hook that fails", () => Promise.reject(new Error("x")), "a policy hook failed"],
  ])("%s vetoes the call before the router", async (_, veto, message) => {
    const run = runOnce([find("bolts"), { text: "done" }], requestOf(), { vetoes: [veto] });
    expect((await run.response).trace[0]?.observation).toEqual({ ok: false, error: { code: "denied", message } });
    expect(run.verbs.calls).toEqual([]);
  });
});

describe("trace transparency", () => {
  it("each tool call and each reasoning step is in the trace, in the order they were requested", async () => {
    const script = [
      { text: "First I look.", calls: [{ name: "count_items" }, { name: "find_items", args: { query: "bolts" } }] },
      { thought: "That is enough.", text: "Seven bolts." },
    ];
    const { trace, usage } = await runOnce(script).response;
    expect(trace).toEqual([
      {
        step_index: 0,
        thought: "First I look.",
        action: { tool_id: "count_items", input: {} },
        observation: { ok: true, output: { count: 7 } },
      },
      {
        step_index: 1,
        thought: null,
        action: { tool_id: "find_items", input: { query: "bolts" } },
        observation: { ok: true, output: { items: ["bolts"] } },
      },
      { step_index: 2, thought: "That is enough.", action: null, observation: null },
    ]);
    expect(usage).toMatchObject({ steps: 3, tools_called: ["count_items", "find_items"] });
  });

  it("parallel calls run concurrently, and each has its own observation", async () => {
    const answers: (() => void)[] = [];
    const held = {
      run: ({ n }: { n?: unknown }) => new Promise<number>((done) => answers.push(() => done(Number(n)))),
    };
    const calls = [1, 2, 3].map((n) => ({ name: "held", args: { n } }));
    const verbs = createTools({ held });
    const run = runOnce([{ calls }, { text: "done" }], requestOf({ tools: ["held"] }), { verbs });
    await settle();
    expect(answers).toHaveLength(3);
    for (const answer of answers.toReversed()) answer();
    const { trace } = await run.response;
    expect(trace.slice(0, 3).map(({ observation }) => observation)).toEqual(
      [1, 2, 3].map((output) => ({ ok: true, output })),
    );
  });

  it("return_trace: false leaves it out of the answer, and nothing else", async () => {
    const response = await runOnce([find("x"), { text: "done" }], requestOf({ preferences: { return_trace: false } }))
      .response;
    expect(response).toMatchObject({ status: "ok", trace: [], usage: { steps: 2, tools_called: ["find_items"] } });
  });

  it("a failed run keeps the trace so far", async () => {
    const { response } = runOnce([find("bolts"), { fail: "unreachable" }]);
    expect(await response).toMatchObject({
      status: "error",
      error: { code: "unreachable" },
      trace: [{ step_index: 0 }],
    });
  });
});

function callsOf(turn: ScriptTurn) {
  return "calls" in turn ? (turn.calls ?? []) : [];
}
