import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ModelDelta, ModelRequest } from "../ports/model.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createScriptedModel } from "./scripted-model.ts";

const request: ModelRequest = {
  model: "test/one",
  messages: [{ role: "user", content: "what do we have in stock?" }],
  maxOutputTokens: 100,
};
const signal = new AbortController().signal;

describe("a scripted model", () => {
  it("answers turn by turn, counts tokens and assigns call ids", async () => {
    const model = createScriptedModel([{ thought: "look first", calls: [{ name: "find" }] }, { text: "seven" }]);
    const first = await model.call(request, { signal });
    const second = await model.call(request, { signal });
    expect(first).toMatchObject({
      ok: true,
      answer: { text: "", thought: "look first", calls: [{ id: "call-1", name: "find", args: {} }], stop: "calls" },
    });
    expect(second).toMatchObject({
      answer: { text: "seven", stop: "end", usage: { model: "test/one", inputTokens: 7, outputTokens: 2 } },
    });
    model.assertComplete();
    expect(model.requests).toHaveLength(2);
  });

  it("records requests as they were sent", async () => {
    const messages = [...request.messages];
    const model = createScriptedModel([{ text: "a" }]);
    await model.call({ ...request, messages }, { signal });
    messages.push({ role: "user", content: "later" });
    expect(model.requests[0]?.messages).toHaveLength(1);
  });

  it.each([
    ["an unused turn", [{ text: "a" }, { text: "b" }], "1 scripted turns were not used"],
    ["a call after the last turn", [], "call 1 is not in the script"],
    ["an expected text that is missing", [{ text: "a", expects: "price" }], "call 1 does not hold price"],
    ["an expected pattern that does not match", [{ text: "a", expects: /^price/ }], "call 1 does not hold /^price/"],
  ])("is not complete after %s", async (_, script, message) => {
    const model = createScriptedModel(script);
    await model.call(request, { signal });
    expect(() => model.assertComplete()).toThrow(message);
  });

  it("matches expectations against any message: text, pattern or function", async () => {
    const model = createScriptedModel([
      { expects: "in stock" },
      { expects: /STOCK/i },
      { expects: ({ model: name }) => name === "test/one" },
    ]);
    for (let at = 0; at < 3; at += 1) await model.call(request, { signal });
    expect(() => model.assertComplete()).not.toThrow();
  });

  it("fails as scripted and reports whether a retry may help", async () => {
    const model = createScriptedModel([{ fail: "rate_limited", retryAfterMs: 500 }, { fail: "refused" }]);
    expect(await model.call(request, { signal })).toMatchObject({
      failure: { code: "rate_limited", retryable: true, retryAfterMs: 500 },
    });
    expect(await model.call(request, { signal })).toMatchObject({ failure: { code: "refused", retryable: false } });
  });

  it("hangs until the caller aborts", async () => {
    const caller = new AbortController();
    const result = createScriptedModel([{ hang: true }]).call(request, { signal: caller.signal });
    caller.abort();
    expect(await result).toMatchObject({ ok: false, failure: { code: "aborted" } });
  });

  it("streams text and thought in chunks with the scripted delay", async () => {
    const clock = createFakeClock();
    const told: ModelDelta[] = [];
    const model = createScriptedModel([{ thought: "hm", text: "x".repeat(100), dripMs: 1000 }], { clock });
    const result = model.call(request, { signal, onDelta: (delta) => told.push(delta) });
    for (const pieces of [1, 2, 3]) {
      await nextTurn();
      clock.advance(1000);
      await nextTurn();
      expect(told).toHaveLength(pieces);
    }
    expect((await result).ok).toBe(true);
    expect(told.map(({ kind, text }) => `${kind} ${text.length}`)).toEqual(["thought 2", "text 64", "text 36"]);
  });

  it("answers any number of calls with a function", async () => {
    const model = createScriptedModel((_, at) => ({ text: `answer ${at}` }));
    for (const at of [0, 1, 2])
      expect(await model.call(request, { signal })).toMatchObject({ answer: { text: `answer ${at}` } });
    model.assertComplete();
  });
});
