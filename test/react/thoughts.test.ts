import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createScriptedModel, type Script } from "../../src/testing/scripted-model.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { collectSpans } from "../support/span-collector.ts";

// `allow_internal_thought_logging: false`: a planted word in every kind of thought is looked for in the reply, in the
// stream, in every byte of the data folder, in the log and in the spans, with everything kept that can be.
const marker = "quixotry";
const collected = collectSpans();
let world: ServerWorld | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
  collected.reset();
});

const scripts: Record<string, Script> = {
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

async function leftOf(script: Script, allowed: boolean): Promise<Record<string, string>> {
  const model = createScriptedModel(script);
  world = await openServerWorld(undefined, {
    reasoning: { model, name: "test/one" },
    env: { PLANWRIGHT_TRACE_CONTENT: "1" },
  });
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

describe("thoughts that must not be kept", () => {
  it.each(Object.entries(scripts))("%s are nowhere", async (_, script) => {
    const left = await leftOf(script, false);
    for (const [place, text] of Object.entries(left)) {
      expect(text.length, place).toBeGreaterThan(100);
      expect(text.includes(marker), place).toBe(false);
    }
  });

  it("are looked for in the right places: where they may be kept, they are there", async () => {
    const { reply, stream, store } = await leftOf(scripts["text beside a call"] ?? [], true);
    for (const text of [reply, stream, store]) expect(text).toContain(marker);
  });

  it("are told to nobody while they come, and the answer is told whole", async () => {
    const model = createScriptedModel(scripts["thoughts that the provider gives apart"] ?? []);
    world = await openServerWorld(undefined, { reasoning: { model, name: "test/one" } });
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
