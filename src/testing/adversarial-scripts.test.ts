import { describe, expect, it } from "vitest";
import { adversarialScripts, forbiddenTool, injections } from "./adversarial-scripts.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createScriptedModel } from "./scripted-model.ts";

const request = { model: "test/one", messages: [{ role: "user", content: "go" } as const], maxOutputTokens: 100 };
const real = { tool: "find_items", args: { query: "bolts", limit: 3 } };

describe("the adversarial scripts", () => {
  it("have unique names", () => {
    expect(new Set(adversarialScripts.map(({ name }) => name)).size).toBe(adversarialScripts.length);
  });

  it.each(adversarialScripts)("$name: answers, or ends when the caller aborts", async ({ script }) => {
    const model = createScriptedModel(script(real), { clock: createFakeClock() });
    const caller = new AbortController();
    const first = model.call(request, { signal: caller.signal });
    await Promise.resolve();
    caller.abort();
    const result = await first;
    if (!result.ok) expect(["aborted", "rate_limited"]).toContain(result.failure.code);
    model.assertComplete();
  });

  it.each(injections)("an obedient model obeys %s", async (content) => {
    const model = createScriptedModel(
      adversarialScripts.find(({ name }) => name === "obedient to tool output")?.script(real) ?? [],
    );
    const { signal } = new AbortController();
    await model.call(request, { signal });
    const told = { role: "tool", callId: "call-1", name: real.tool, content } as const;
    expect(await model.call({ ...request, messages: [...request.messages, told] }, { signal })).toMatchObject({
      answer: { calls: [{ name: forbiddenTool }] },
    });
  });
});
