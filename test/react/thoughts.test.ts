import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ProviderName } from "../../src/models/model-config.ts";
import { type ModelServer, openModelServer } from "../../src/testing/model-server/index.ts";
import type { ScriptTurn } from "../../src/testing/scripted-model.ts";
import { onPostgres } from "../support/test-store.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { collectSpans } from "../support/span-collector.ts";

// `allow_internal_thought_logging: false`: a planted word in every kind of thought is looked for in the reply, in the
// stream, in every byte of the data folder, in the log and in the spans, with everything kept that can be.
const marker = "quixotry";
const collected = collectSpans();
let world: ServerWorld;
let server: ModelServer;
afterEach(async () => {
  await world.stop();
  await server.close();
  collected.reset();
});

const scripts: Record<string, readonly ScriptTurn[]> = {
  "thoughts that the provider gives apart": [
    { thought: `I feel ${marker}.`, calls: [{ name: "get_time" }] },
    { thought: `More ${marker}.`, text: "It is noon." },
  ],
  "text beside a call": [{ text: `Some ${marker}.`, calls: [{ name: "get_time" }] }, { text: "It is noon." }],
  "thoughts aloud in the text": [
    { text: `<think>${marker}</think>`, calls: [{ name: "get_time" }] },
    { text: `<think>${marker} again</think>It is noon.` },
  ],
  "a thought that fills its tokens": [
    { thought: `${marker} `.repeat(3000), stop: "length" as const, usage: { outputTokens: 9000 } },
  ],
  "text beside calls that cannot be made": [
    { text: marker, calls: [{ name: "invented" }] },
    { text: `Once more ${marker}`, calls: [{ name: "echo_tool", args: 7 }] },
    { text: "It is noon." },
  ],
};

/** The whole service, its model over real HTTP, and everything recorded that an operator can opt in to. */
async function open(script: readonly ScriptTurn[], provider: ProviderName = "openai-compatible"): Promise<void> {
  server = await openModelServer(script);
  const endpoint = { provider, model: "thinker", base_url: server.url, api_key: { env: "MODEL_KEY" } };
  const config = { tools: { demo: true }, models: { endpoints: { here: endpoint } } };
  const env = { PLANWRIGHT_TRACE_CONTENT: "1", MODEL_KEY: "sk-test-0123456789abcdef" };
  world = await openServerWorld(config, { env });
}

type ThoughtsCase = { provider?: ProviderName; allowed: boolean };

async function leftOf(
  script: readonly ScriptTurn[],
  { provider, allowed }: ThoughtsCase,
): Promise<Record<string, string>> {
  await open(script, provider);
  const key = await world.key("acme", ["admin"]);
  const body = {
    request_id: "r1",
    goal: { description: "what time is it?" },
    context: { session_id: "s1" },
    toolset: [{ tool_id: "get_time" }, { tool_id: "echo_tool" }],
    preferences: { allow_internal_thought_logging: allowed },
  };
  const reply = await (await world.call("planReact", { body }, key)).text();
  const stream = await (await world.call("getReact", { params: { id: "r1" }, query: { stream: "1" } }, key)).text();
  expect(JSON.parse(reply)).toMatchObject({ request_id: "r1" });
  const folder = join(world.folder, "data");
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
  return {
    reply,
    stream,
    store: files.join("\n"),
    log: JSON.stringify(world.log.lines),
    spans: JSON.stringify(collected.spans().map(({ name, attributes, events }) => ({ name, attributes, events }))),
  };
}

// What is kept is looked for in files.
describe.skipIf(onPostgres)("thoughts that must not be stored", () => {
  const providers = ["openai-compatible", "anthropic"] as const;
  const cases = providers.flatMap((provider) =>
    Object.entries(scripts).map(([name, turns]) => ({ provider, name, turns })),
  );
  it.each(cases)("$name are nowhere ($provider)", async ({ provider, turns: script }) => {
    const left = await leftOf(script, { provider, allowed: false });
    for (const [place, text] of Object.entries(left)) {
      expect(text.length, place).toBeGreaterThan(100);
      expect(text.includes(marker), place).toBe(false);
    }
  });

  it("appear in the searched places when they may be stored", async () => {
    const { reply, stream, store, spans } = await leftOf(scripts["text beside a call"] ?? [], { allowed: true });
    for (const text of [reply, stream, store, spans]) expect(text).toContain(marker);
  });

  it("are not streamed, and the answer is emitted whole", async () => {
    await open(scripts["thoughts that the provider gives apart"] ?? []);
    const key = await world.key("acme", ["admin"]);
    const body = {
      goal: { description: "what time is it?" },
      toolset: [{ tool_id: "get_time" }],
      preferences: { allow_internal_thought_logging: false },
    };
    const text = await (await world.call("planReact", { body, query: { stream: "1" } }, key)).text();
    expect(text).not.toContain(marker);
    expect(text).toContain('"text":"It is noon."');
  });
});
