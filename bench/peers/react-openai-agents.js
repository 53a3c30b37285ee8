import { Agent, Runner, setTracingDisabled, tool, Usage } from "@openai/agents-core";
import { z } from "zod";

/** The OpenAI Agents SDK's runner, its tracing switched off. */
export async function open({ turns }) {
  setTracingDisabled(true);
  const model = {
    async getResponse({ input }) {
      const at = Array.isArray(input) ? input.filter(({ type }) => type === "function_call_result").length : 0;
      const call = {
        type: "function_call",
        callId: `c${at}`,
        name: "step",
        status: "completed",
        arguments: `{"n":${at}}`,
      };
      const message = {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "done" }],
      };
      return { usage: new Usage({ inputTokens: 10, outputTokens: 5 }), output: [at < turns ? call : message] };
    },
    getStreamedResponse() {
      throw new Error("nobody asked for a stream");
    },
  };
  const step = tool({
    name: "step",
    description: "One step.",
    parameters: z.object({ n: z.number().int() }),
    execute: async ({ n }) => ({ n: n + 1 }),
  });
  const agent = new Agent({ name: "bench", instructions: "go", model, tools: [step] });
  const runner = new Runner({ tracingDisabled: true });
  return {
    async loop() {
      const { finalOutput } = await runner.run(agent, "go", { maxTurns: turns + 1 });
      if (finalOutput !== "done") throw new Error(`openai agents: ${finalOutput}`);
    },
    close: async () => undefined,
  };
}
