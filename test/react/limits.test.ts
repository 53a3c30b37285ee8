import { describe, expect, it } from "vitest";
import type { Script, ScriptTurn } from "../../src/testing/scripted-model.ts";
import { createTools, requestOf, runOnce, settle } from "./support/react-world.ts";

const find: ScriptTurn = { calls: [{ name: "find_items", args: { query: "bolts" } }] };
const hang = (): Promise<never> => new Promise(() => undefined);

describe("each limit stops with its own code, a trace so far and an answer", () => {
  const spent = (outputTokens: number, turn: object): ScriptTurn => ({ ...turn, usage: { outputTokens } });
  const cases: [string, Script, object][] = [
    ["max_steps", (_, at) => ({ calls: [{ name: "find_items", args: { query: `${at}` } }] }), { max_steps: 2 }],
    [
      "max_tokens_reason",
      [spent(60, find), spent(60, { calls: [{ name: "count_items" }] })],
      { max_tokens_reason: 100 },
    ],
    ["max_tokens_reason", [find, { thought: "and yet ".repeat(999), stop: "length" }], { max_tokens_reason: 500 }],
    ["max_tokens_answer", [find, spent(300, { text: "so ".repeat(400) })], { max_tokens_answer: 100 }],
    ["max_tokens_answer", [find, spent(100, { text: "so so", stop: "length" })], { max_tokens_answer: 100 }],
    ["loop_detected", () => find, { max_steps: 64 }],
    ["empty_answer", [find, { text: "" }], {}],
    ["filtered", [find, { text: "I …", stop: "filtered" }], {}],
    ["budget", [find, { fail: "budget" }], {}],
    ["rate_limited", [find, { fail: "rate_limited" }], {}],
    ["bad_answer", [find, ...Array.from({ length: 3 }, () => ({ fail: "bad_answer" as const }))], {}],
  ];

  it.each(cases)("%s", async (code, script, limits) => {
    const request = requestOf({ limits });
    const { status, error, trace, final_answer: answer, usage } = await runOnce(script, request).response;
    expect([status, error?.code]).toEqual(["error", code]);
    expect(trace[0]).toMatchObject({ action: { tool_id: "find_items" }, observation: { ok: true } });
    expect(answer.content).not.toBe("");
    expect(usage.tokens_reason).toBeLessThanOrEqual(request.limits.max_tokens_reason);
    expect(usage.tokens_answer).toBeLessThanOrEqual(request.limits.max_tokens_answer);
  });

  it("an answer that is too long is truncated", async () => {
    const text = "0123456789".repeat(100);
    const script = [spent(250, { text })];
    const { final_answer: answer } = await runOnce(script, requestOf({ limits: { max_tokens_answer: 100 } })).response;
    expect(text.startsWith(answer.content)).toBe(true);
    expect(answer.content).toHaveLength(400);
  });

  it("calls of a turn beyond its token limit are not made", async () => {
    const run = runOnce([spent(500, find)], requestOf({ limits: { max_tokens_reason: 100 } }));
    expect((await run.response).trace[0]?.observation).toMatchObject({ error: { code: "not_run" } });
    expect(run.verbs.calls).toEqual([]);
  });

  it("a stopped run answers with its observations, in the user's language", async () => {
    const goal = { goal: "сколько болтов?", limits: { max_steps: 1 } };
    const { final_answer: answer } = await runOnce([{ calls: [{ name: "count_items" }] }], requestOf(goal)).response;
    expect(answer.content).toBe("Не завершено. (max_steps)\nЧто известно к этому моменту:\ncount: 7");
  });

  it("the model is told when only one step is left", async () => {
    const run = runOnce([find, { text: "ok", expects: /last step/ }], requestOf({ limits: { max_steps: 2 } }));
    expect(await run.response).toMatchObject({ status: "ok" });
    run.model.assertComplete();
  });
});

describe("three identical calls", () => {
  it("stop the loop; the third does not reach the router", async () => {
    const run = runOnce(() => find, requestOf({ limits: { max_steps: 64 } }));
    const { trace } = await run.response;
    expect(trace.map(({ observation }) => observation?.ok)).toEqual([true, true, false]);
    expect(run.verbs.calls).toHaveLength(2);
  });

  it("are counted over the whole run, whatever the order of keys", async () => {
    const call = (args: object): ScriptTurn => ({ calls: [{ name: "count_items", args: { ...args } }] });
    const script = [call({ a: 1, b: 2 }), find, call({ b: 2, a: 1 }), call({ a: 1, b: 2 })];
    const run = runOnce(script, requestOf({ limits: { max_steps: 64 } }));
    expect(await run.response).toMatchObject({ error: { code: "loop_detected" } });
    expect(run.verbs.calls).toHaveLength(3);
  });
});

describe("the deadline", () => {
  it.each<[string, Script]>([
    ["a model that hangs", () => ({ hang: true })],
    ["a model that drips", () => ({ text: "drop ".repeat(64_000), dripMs: 1000 })],
    ["a model that hears no signal", [find, { calls: [{ name: "deaf" }] }]],
    ["a verb that hangs", [find, { calls: [{ name: "held" }] }]],
  ])("%s is abandoned within 250 ms of it, and the trace is kept", async (_, script) => {
    const signals: AbortSignal[] = [];
    const verbs = createTools({
      held: { run: (__, { signal }) => (signals.push(signal), hang()) },
      deaf: { run: hang },
    });
    const limits = { timeout_seconds: 30 };
    const run = runOnce(script, requestOf({ tools: ["find_items", "held", "deaf"], limits }), { verbs });
    await settle();
    run.clock.advance(29_999);
    await settle();
    let ended = false;
    void run.response.then(() => (ended = true));
    await settle();
    expect(ended).toBe(false);
    run.clock.advance(1);
    await settle();
    expect(ended).toBe(true);
    const response = await run.response;
    expect(response).toMatchObject({ status: "timeout", error: { code: "timeout" } });
    expect(response.usage.duration_ms).toBeLessThanOrEqual(30_250);
    if (run.verbs.calls.length > 1) {
      expect(response.trace.map(({ observation }) => observation?.ok)).toEqual([true, false]);
      expect(signals.every(({ aborted }) => aborted)).toBe(true);
    }
  });
});

describe("the model's window", () => {
  const long = createTools({ find_items: { run: ({ query }) => ({ text: `${JSON.stringify(query)} `.repeat(200) }) } });
  const turns = ["a", "b", "c", "d"].map((query) => ({ calls: [{ name: "find_items", args: { query } }] }));

  it("drops the oldest observations first, with a marker in their place, and says so", async () => {
    const request = requestOf({ limits: { max_steps: 8, max_tokens_reason: 200, max_tokens_answer: 100 } });
    const run = runOnce([...turns, { text: "done" }], request, { verbs: long, contextTokens: 1000 });
    expect(await run.response).toMatchObject({ status: "ok" });
    const last = run.model.requests
      .at(-1)
      ?.messages.filter(({ role }) => role === "tool")
      .map(({ content }) => content);
    const isDropped = last?.map((content) => content.includes("omitted for lack of space"));
    expect(isDropped?.at(0)).toBe(true);
    expect(isDropped?.at(-1)).toBe(false);
    expect(isDropped).toEqual(isDropped?.toSorted((a, b) => Number(b) - Number(a)));
    const told = run.events.filter(({ type }) => type === "dropped");
    expect(told.at(-1)).toMatchObject({ observations: isDropped?.filter(Boolean).length });
  });

  it("omits earlier messages only when that is not enough", async () => {
    const conversation_history = Array.from({ length: 20 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: `${at} ${"so it goes ".repeat(20)}`,
    }));
    const request = requestOf({ context: { conversation_history } });
    const run = runOnce([{ text: "done" }], request, { contextTokens: 1800 });
    expect(await run.response).toMatchObject({ status: "ok" });
    const said = run.model.requests[0]?.messages.map(({ content }) => content) ?? [];
    expect(said[1]).toMatch(/^\[\d+ earlier messages omitted/);
    expect(said.at(-2)).toContain("19 so it goes");
    expect(said.at(-1)).toContain("count the bolts");
  });

  it("sends less when the provider rejects the length, and stops if that does not help", async () => {
    const tooLong = { fail: "context_too_long" as const };
    const request = requestOf({ limits: { max_steps: 8, max_tokens_reason: 200, max_tokens_answer: 100 } });
    const run = runOnce([...turns.slice(0, 2), tooLong, { text: "done" }], request, {
      verbs: long,
      contextTokens: 1400,
    });
    expect(await run.response).toMatchObject({ status: "ok" });
    const [before, after] = run.model.requests.slice(-2).map((asked) => JSON.stringify(asked.messages).length);
    expect(after).toBeLessThan(before ?? 0);
    expect(await runOnce([], requestOf({ goal: "x".repeat(9000) }), { contextTokens: 1000 }).response).toMatchObject({
      error: { code: "context_too_long" },
    });
  });
});

describe("wishes", () => {
  it.each([
    ["warm", /warmly/],
    ["technical", /technically/],
    ["neutral", /plainly/],
  ])("style %s is in the prompt", async (style, expects) => {
    const run = runOnce([{ text: "ok", expects }], requestOf({ preferences: { style } }));
    expect(await run.response).toMatchObject({ status: "ok" });
  });

  const answer_schema = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };

  it.each<[string, Script, object]>([
    ["an answer that is one", [{ text: '{"count":7}' }], { content: '{"count":7}', structured: { count: 7 } }],
    [
      "one in a fence",
      [{ text: 'So:\n```json\n{"count":7}\n```' }],
      { content: 'So:\n```json\n{"count":7}\n```', structured: { count: 7 } },
    ],
    [
      "one that is asked for after the words",
      [{ text: "Seven." }, { text: '{"count":7}', expects: ({ schema, tools }) => schema !== undefined && !tools }],
      { content: "Seven.", structured: { count: 7 } },
    ],
  ])("answer_schema is met by %s", async (_, script, answer) => {
    const run = runOnce(script, requestOf({ preferences: { answer_schema } }));
    expect(await run.response).toMatchObject({ status: "ok", final_answer: answer });
    run.model.assertComplete();
  });

  it("an answer that does not match ends with invalid_answer, and keeps its text", async () => {
    const run = runOnce([{ text: "Seven." }, { text: '{"count":"7"}' }], requestOf({ preferences: { answer_schema } }));
    const response = await run.response;
    expect(response).toMatchObject({ status: "error", error: { code: "invalid_answer" }, usage: { steps: 2 } });
    expect(response.final_answer).toEqual({ content: "Seven." });
  });
});

describe("the end of a run with a model", () => {
  it.each([
    ["Which team is it for?", true],
    ["Which team is it for? And until when?", true],
    ["1. Which team?\n2. Until when?", true],
    ["Для какой команды?", true],
    ["Two bolts are left. Shall I order more?", false],
    ["Done.", false],
  ])("%j is a question: %s", async (text, isQuestion) => {
    const { final_answer: answer } = await runOnce([find, { text }], requestOf({})).response;
    expect([answer.content, answer.structured !== undefined]).toEqual([text, isQuestion]);
  });
});
