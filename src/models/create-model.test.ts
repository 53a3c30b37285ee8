import { compact } from "../plan/compact.ts";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { ModelDelta, ModelRequest, ModelResult } from "../ports/model.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { type ModelServer, openModelServer, type ServerScript } from "../testing/model-server/index.ts";
import { createModel, type ModelParts } from "./create-model.ts";
import type { ModelConfig, ProviderName } from "./model-config.ts";

const apiKey = "sk-test-very-secret-1234";
const models: Record<ProviderName, string> = {
  anthropic: "claude-sonnet-4-5",
  openai: "gpt-4o-mini",
  google: "gemini-2.5-flash",
  openrouter: "qwen/qwen3-8b",
  "openai-compatible": "qwen3:8b",
};
const everyProvider = Object.keys(models) as ProviderName[]; // the keys of the line above

let server: ModelServer;
afterEach(() => server.close());

type Setting = { config?: Partial<ModelConfig>; parts?: Partial<ModelParts> };

async function open(provider: ProviderName, script: ServerScript, { config, parts }: Setting = {}) {
  server = await openModelServer(script);
  return createModel(
    { provider, model: models[provider], baseUrl: server.url, apiKey, ...config },
    { clock: createFakeClock(), fetch, ...parts },
  );
}

const signal = new AbortController().signal;
const request: ModelRequest = {
  model: "test/one",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "How many bolts are there?" },
  ],
  maxOutputTokens: 200,
};
const tools: ModelRequest["tools"] = [
  { name: "stock.find", description: "Finds", inputSchema: { type: "object", properties: { q: { type: "string" } } } },
  { name: "stock/find", description: "Finds too", inputSchema: { type: "object" } },
];

describe.each(everyProvider)("%s over HTTP", (provider) => {
  it.each([false, true])("answers with text, thought and tokens (streamed: %s)", async (streamed) => {
    const model = await open(provider, [
      {
        text: "There are seven bolts in the drawer, as far as I can see.",
        usage: { inputTokens: 11, outputTokens: 5 },
      },
    ]);
    const deltas: ModelDelta[] = [];
    const result = await model.call(request, { signal, ...(streamed && { onDelta: (delta) => deltas.push(delta) }) });
    expect(result).toEqual({
      ok: true,
      answer: {
        text: "There are seven bolts in the drawer, as far as I can see.",
        calls: [],
        stop: "end",
        usage: { model: "test/one", inputTokens: 11, outputTokens: 5 },
      },
    });
    if (streamed) expect(deltas.map(({ text }) => text).join("")).toMatch(/^There are seven.*see\.$/);
    expect(deltas.length > 1).toBe(streamed);
    expect(server.requests[0]?.body).toMatchObject({ model: models[provider], temperature: 0, max_tokens: 200 });
  });

  it.each([false, true])("calls tools by their own names, which it never sends (streamed: %s)", async (streamed) => {
    const model = await open(provider, (seen) => ({
      calls: (seen.tools ?? []).map(({ name }, at) => ({ name, args: { q: `bolts ${at}` } })),
    }));
    const result = await model.call({ ...request, tools }, { signal, ...(streamed && { onDelta: () => {} }) });
    expect(result).toMatchObject({
      answer: {
        calls: [
          { id: "call-1", name: "stock.find", args: { q: "bolts 0" } },
          { id: "call-2", name: "stock/find", args: { q: "bolts 1" } },
        ],
        stop: "calls",
      },
    });
    expect(JSON.stringify(server.requests[0]?.body)).not.toMatch(/stock[./]find/);
  });

  it("carries a conversation with calls and their answers", async () => {
    const model = await open(provider, (seen) => ({ text: JSON.stringify(seen.messages.map(({ role }) => role)) }));
    const result = await model.call(
      {
        ...request,
        tools,
        messages: [
          ...request.messages,
          {
            role: "assistant",
            content: "",
            calls: [
              { id: "a", name: "stock.find", args: { q: "x" } },
              { id: "b", name: "made up!", args: {} },
            ],
          },
          { role: "tool", callId: "a", name: "stock.find", content: "7" },
          { role: "tool", callId: "b", name: "made up!", content: "no such tool" },
        ],
      },
      { signal },
    );
    expect(textOf(result)).toBe('["system","user","assistant","tool","tool"]');
  });

  it("asks for an answer by a schema with the provider's own means", async () => {
    const model = await open(provider, (seen) => ({ text: seen.schema === undefined ? "no schema" : '{"n":7}' }));
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const result = await model.call({ ...request, schema: { name: "count", schema } }, { signal });
    expect(JSON.parse(textOf(result))).toEqual({ n: 7 });
    // Strict mode would refuse schemas of tools that have optional fields.
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('"strict":true');
  });

  it.each([
    ["429 with seconds", { fault: "status", status: 429, retryAfter: "7" }, "rate_limited", true],
    ["500", { fault: "status", status: 500 }, "overloaded", true],
    ["503", { fault: "status", status: 503 }, "overloaded", true],
    ["401", { fault: "status", status: 401, body: `{"error":{"message":"bad key ${apiKey}"}}` }, "unauthorised", false],
    ["404", { fault: "status", status: 404 }, "unknown_model", false],
    ["400", { fault: "status", status: 400, body: `{"error":{"message":"no ${apiKey}"}}` }, "bad_request", false],
    ["too long", { fail: "context_too_long", message: "prompt is too long: 9 tokens" }, "context_too_long", false],
    ["a page of HTML", { fault: "garbage" }, "bad_answer", false],
    ["an object of another format", { fault: "garbage", body: '{"hello":1}' }, "bad_answer", false],
    ["a closed connection", { fault: "reset" }, "unreachable", true],
    ["half an answer", { fault: "cut", afterBytes: 40, turn: { text: "seven" } }, "unreachable", true],
    ["five megabytes", { text: "x".repeat(5 * 1024 * 1024) }, "bad_answer", false],
  ] as const)("takes %s for what it is", async (_, turn, code, retryable) => {
    for (const onDelta of [undefined, () => {}]) {
      const model = await open(provider, () => turn);
      const result = await model.call(request, compact({ signal, onDelta }));
      expect(result).toMatchObject({ ok: false, failure: { code, retryable } });
      expect(JSON.stringify(result)).not.toContain(apiKey);
      await server.close();
      server = await openModelServer([]);
    }
  });

  it("never throws, whatever comes with a good status", async () => {
    const bodies = fc.sample(fc.oneof(fc.json(), fc.string(), fc.constant('data: {"x":1}\n\ndata: [DONE]\n\n')), {
      seed: 11,
      numRuns: 60,
    });
    const model = await open(provider, (_, at) => ({ fault: "garbage", body: bodies[at] ?? "" }));
    for (const at of bodies.keys()) {
      const result = await model.call(request, { signal, ...(at % 2 === 0 && { onDelta: () => {} }) });
      expect(result).toMatchObject({ ok: false, failure: { code: "bad_answer" } });
    }
  });

  it("says how long to wait", async () => {
    const model = await open(provider, [{ fault: "status", status: 429, retryAfter: "7" }]);
    expect(await model.call(request, { signal })).toMatchObject({ failure: { retryAfterMs: 7000 } });
  });

  it("is stopped by the caller, hung or dripping", async () => {
    for (const turn of [{ fault: "hang" } as const, { text: "x".repeat(10_000), dripMs: 5 }]) {
      const model = await open(provider, [turn]);
      const caller = new AbortController();
      const result = model.call(request, { signal: caller.signal, onDelta: () => caller.abort() });
      while (server.requests.length === 0) await new Promise(setImmediate);
      if ("fault" in turn) caller.abort();
      expect(await result).toMatchObject({ failure: { code: "aborted" } });
      await server.close();
      server = await openModelServer([]);
    }
  });

  it("has a limit of its own", async () => {
    const clock = createFakeClock();
    const model = await open(provider, [{ fault: "hang" }], { parts: { clock, timeoutMs: 5000 } });
    const result = model.call(request, { signal });
    while (server.requests.length === 0) await new Promise(setImmediate);
    clock.advance(5000);
    expect(await result).toMatchObject({ failure: { code: "timeout", retryable: true } });
  });
});

describe.each(["anthropic", "openai-compatible"] as const)("%s", (provider) => {
  it.each([false, true])("gives thought apart from the text (streamed: %s)", async (streamed) => {
    const model = await open(provider, [{ thought: "they asked for bolts", text: "Seven." }]);
    const deltas: ModelDelta[] = [];
    const result = await model.call(request, { signal, ...(streamed && { onDelta: (delta) => deltas.push(delta) }) });
    expect(result).toMatchObject({ answer: { text: "Seven.", thought: "they asked for bolts" } });
    if (streamed) expect(deltas.map(({ kind }) => kind)).toEqual(["thought", "text"]);
  });
});

describe("an OpenAI-compatible endpoint", () => {
  it("gets no schema where it takes none", async () => {
    const model = await open("openai-compatible", [{ text: "{}" }], { config: { structured: "none" } });
    await model.call({ ...request, schema: { name: "x", schema: { type: "object" } } }, { signal });
    expect(server.requests[0]?.body).not.toHaveProperty("response_format");
  });

  it.each([false, true])("keeps thought in tags out of the answer (streamed: %s)", async (streamed) => {
    const model = await open("openai-compatible", [{ text: "<think>they asked for bolts</think>\nSeven." }]);
    const deltas: ModelDelta[] = [];
    const result = await model.call(request, { signal, ...(streamed && { onDelta: (delta) => deltas.push(delta) }) });
    expect(result).toMatchObject({ answer: { text: "Seven.", thought: "they asked for bolts" } });
    if (streamed)
      expect(
        deltas
          .filter(({ kind }) => kind === "text")
          .map(({ text }) => text)
          .join(""),
      ).toBe("Seven.");
  });

  it("counts by the words where the endpoint reports no tokens, or nonsense", async () => {
    const body = JSON.stringify({
      id: "1",
      created: 0,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content: "twelve chars" }, finish_reason: "stop" }],
    });
    const model = await open("openai-compatible", [{ fault: "garbage", body }]);
    const result = await model.call(request, { signal });
    expect(result).toMatchObject({ answer: { usage: { outputTokens: 3 } } });
    expect(result.ok && result.answer.usage.inputTokens).toBeGreaterThan(5);
  });

  it("is unreachable where nothing listens", async () => {
    const model = await open("openai-compatible", [], { config: { baseUrl: "http://127.0.0.1:1/v1" } });
    expect(await model.call(request, { signal })).toMatchObject({ failure: { code: "unreachable", retryable: true } });
  });
});

function textOf(result: ModelResult): string {
  return result.ok ? result.answer.text : `failed: ${result.failure.code} ${result.failure.message}`;
}
