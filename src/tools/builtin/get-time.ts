import { z } from "zod";
import { defineTool } from "../define-tool.ts";

export const getTime = defineTool({
  name: "get_time",
  description: "Tell the current time in UTC.",
  input: z.strictObject({}),
  output: z.strictObject({ now_utc: z.string().describe("ISO 8601 with +00:00") }),
  effect: "read",
  timeoutMs: 1000,
  costMicroCents: 0,
  run: (_, { now }) => ({ now_utc: new Date(now).toISOString().replace("Z", "+00:00") }),
});
