import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { withRetries } from "./retry.ts";

const request = { model: "test/one", messages: [], maxOutputTokens: 10 };

async function ask(script: readonly ScriptTurn[], waitsMs: readonly number[], signal = new AbortController().signal) {
  const clock = createFakeClock();
  const scripted = createScriptedModel(script);
  const result = withRetries(scripted, { clock }).call(request, { signal });
  for (const ms of waitsMs) {
    await nextTurn();
    clock.advance(ms);
  }
  await nextTurn();
  return { result: await result, asked: scripted.requests.length };
}

describe("retries", () => {
  it("waits as long as the provider says", async () => {
    const { result } = await ask([{ fail: "rate_limited", retryAfterMs: 3000 }, { text: "now" }], [2999, 1]);
    expect(result).toMatchObject({ ok: true, answer: { text: "now" } });
  });

  it("doubles its own wait, and gives up", async () => {
    const { result, asked } = await ask(
      [{ fail: "overloaded" }, { fail: "overloaded" }, { fail: "overloaded" }],
      [750, 1500],
    );
    expect(asked).toBe(3);
    expect(result).toMatchObject({ failure: { code: "overloaded" } });
  });

  it.each([
    ["a failure that stays", { fail: "bad_request" }],
    ["no money", { fail: "budget" }],
    ["a wait that is too long", { fail: "rate_limited", retryAfterMs: 3_600_000 }],
  ] as const)("does not come of %s", async (_, turn) => {
    expect((await ask([turn], [])).asked).toBe(1);
  });

  it("stops when the caller aborts", async () => {
    const clock = createFakeClock();
    const caller = new AbortController();
    const model = withRetries(createScriptedModel([{ fail: "overloaded" }]), { clock });
    const result = model.call(request, { signal: caller.signal });
    await nextTurn();
    caller.abort();
    expect(await result).toMatchObject({ failure: { code: "overloaded" } });
    expect(clock.waiting()).toBe(0);
  });
});
