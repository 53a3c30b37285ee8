import type { Command } from "../command.ts";
import { cassetteOptions } from "../cassette-options.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";
import { remoteOptions } from "../remote.ts";

export const reactCommand: Command = {
  name: "react",
  summary:
    "Reason about a goal with tools until there is an answer. Exit 1 when it failed, 5 when the budget is spent.",
  args: '"<goal>"|-',
  minArgs: 1,
  options: {
    tools: {
      type: "string",
      value: "names",
      summary: "The tools it may use, with commas; those that only read by default",
    },
    steps: { type: "string", value: "N", summary: "Most steps; 4 by default, 64 at most" },
    timeout: { type: "string", value: "seconds", summary: "For the whole of it; 60 by default" },
    style: { type: "string", value: "name", summary: "warm, technical or neutral (default)" },
    session: { type: "string", value: "id", summary: "Go on from what was said in this session" },
    id: { type: "string", value: "text", summary: "The request's id: the same id is the same run, also after a crash" },
    stream: { type: "boolean", summary: "Tell what happens while it happens" },
    ...cassetteOptions,
    ...folderOptions,
    ...remoteOptions,
    json,
  },
  examples: [
    'planwright react "what is in quote Q-0192?"',
    'planwright react "Generate a purchase order from quote Q-0192" --tools quote_lookup,create_purchase_order --stream',
  ],
  load: async () => (await import("./react.ts")).react,
};
