import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";

const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };

/** Mastra's agent with a model of the AI SDK's interface, kept nowhere. */
export async function open({ turns }) {
  const partsOf = (prompt) => {
    const at = prompt.filter(({ role }) => role === "tool").length;
    if (at < turns)
      return {
        finishReason: "tool-calls",
        content: [{ type: "tool-call", toolCallId: `c${at}`, toolName: "step", input: `{"n":${at}}` }],
      };
    return { finishReason: "stop", content: [{ type: "text", text: "done" }] };
  };
  const model = {
    specificationVersion: "v2",
    provider: "bench",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: async ({ prompt }) => ({ ...partsOf(prompt), usage, warnings: [] }),
    doStream: async ({ prompt }) => ({ stream: streamOf(partsOf(prompt)) }),
  };
  const step = createTool({
    id: "step",
    description: "One step.",
    inputSchema: z.object({ n: z.number().int() }),
    execute: async (given) => ({ n: (given.n ?? given.context?.n) + 1 }),
  });
  const agent = new Agent({ id: "bench", name: "bench", instructions: "go", model, tools: { step } });
  return {
    async loop() {
      const { text } = await agent.generate("go", { maxSteps: turns + 1 });
      if (text !== "done") throw new Error(`mastra: ${text}`);
    },
    close: async () => undefined,
  };
}

function streamOf({ content, finishReason }) {
  const pieces = content.flatMap((part) =>
    part.type === "text"
      ? [
          { type: "text-start", id: "t" },
          { type: "text-delta", id: "t", delta: part.text },
          { type: "text-end", id: "t" },
        ]
      : [part],
  );
  return ReadableStream.from([
    { type: "stream-start", warnings: [] },
    ...pieces,
    { type: "finish", finishReason, usage },
  ]);
}
