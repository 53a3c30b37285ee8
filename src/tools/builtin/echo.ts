import { z } from "zod";
import { defineTool } from "../define-tool.ts";

/** What a step uses that needs no tool. */
export const echoTool = defineTool({
  name: "echo_tool",
  description: "Give back the text.",
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ echo: z.string() }),
  effect: "read",
  timeoutMs: 1000,
  costMicroCents: 0,
  run: ({ text }) => ({ echo: text }),
});
