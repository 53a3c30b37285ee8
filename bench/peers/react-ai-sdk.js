import { generateText, isStepCount, jsonSchema, tool } from "ai";

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** The AI SDK's own loop: `generateText` with a tool and a limit of steps. */
export async function open({ turns }) {
  const model = {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const at = prompt.filter(({ role }) => role === "tool").length;
      const call = { type: "tool-call", toolCallId: `c${at}`, toolName: "step", input: `{"n":${at}}` };
      const content = at < turns ? [call] : [{ type: "text", text: "done" }];
      return { content, finishReason: { unified: at < turns ? "tool-calls" : "stop", raw: "" }, usage, warnings: [] };
    },
  };
  const step = tool({
    description: "One step.",
    inputSchema: jsonSchema({ type: "object", properties: { n: { type: "integer" } }, required: ["n"] }),
    execute: async ({ n }) => ({ n: n + 1 }),
  });
  return {
    async loop() {
      const { text } = await generateText({ model, tools: { step }, prompt: "go", stopWhen: isStepCount(turns + 1) });
      if (text !== "done") throw new Error(`ai sdk: ${text}`);
    },
    close: async () => undefined,
  };
}
